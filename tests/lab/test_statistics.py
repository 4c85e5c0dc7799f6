"""Intervals against worked values and against simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meldwright.lab.statistics import holm, mean_interval, paired_ratio, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3 (score interval, no continuity correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_stays_between_0_and_1_and_is_symmetric() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for n in (1, 2, 17, 1000):
        for k in range(0, n + 1, max(1, n // 10)):
            low, high = wilson(k, n)
            other = wilson(n - k, n)
            assert 0 <= low <= k / n <= high <= 1
            assert (1 - high, 1 - low) == pytest.approx(other)


def test_mean_interval_agrees_with_numpy() -> None:
    x = np.random.default_rng(1).integers(-50, 100, 400)
    half = 1.959963984540054 * x.std(ddof=1) / math.sqrt(400)
    assert mean_interval(int(x.sum()), int((x * x).sum()), 400) == pytest.approx((x.mean() - half, x.mean() + half))
    assert mean_interval(5, 25, 1) == (-math.inf, math.inf)


def _paired(a: np.ndarray, da: np.ndarray, b: np.ndarray, db: np.ndarray):
    x = np.stack([a, da, b, db]).astype(np.int64)
    products = x @ x.T
    return paired_ratio(len(a), tuple(map(int, x.sum(axis=1))), tuple(tuple(map(int, row)) for row in products))


def test_paired_means_are_the_paired_t_interval() -> None:
    rng = np.random.default_rng(2)
    a = rng.integers(0, 100, 300)
    b = a + rng.integers(-3, 6, 300)
    one = np.ones(300, int)
    d = _paired(a, one, b, one)
    difference = b - a
    assert d is not None
    assert d.difference == pytest.approx(difference.mean())
    assert d.error == pytest.approx(difference.std(ddof=1) / math.sqrt(300))
    assert d.saved > 0.95  # nearly all of the variance is the shuffle's
    low, high = d.interval
    assert low < d.difference < high


def test_interval_of_a_difference_of_ratios_covers_the_truth() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        deals = rng.integers(1, 6, 200)
        a = rng.poisson(10 * deals)
        b = rng.poisson(11 * deals)
        d = _paired(a, deals, b, deals)
        assert d is not None
        covered += d.interval[0] <= 1.0 <= d.interval[1]
    assert 366 <= covered <= 394  # 95 % of 400 are 380, standard deviation 4.4


def test_nothing_to_compare() -> None:
    zero, one = np.zeros(3, int), np.ones(3, int)
    assert _paired(one, zero, one, one) is None
    same = _paired(one, one, one, one)
    assert same is not None and same.difference == 0 and same.p == 1.0
    single = _paired(one[:1], one[:1], one[:1], one[:1])
    assert single is not None and math.isnan(single.error)


def test_holm_by_hand() -> None:
    # 0.005 < 0.05/4, 0.011 < 0.05/3, 0.02 < 0.05/2, 0.04 < 0.05/1
    assert holm([0.011, 0.04, 0.005, 0.02]) == [True, True, True, True]
    # 0.005 < 0.05/4, 0.03 > 0.05/3: the rest falls with it
    assert holm([0.03, 0.04, 0.005, 0.03]) == [False, False, True, False]
    assert holm([math.nan, 0.04]) == [False, True]
    assert holm([]) == []

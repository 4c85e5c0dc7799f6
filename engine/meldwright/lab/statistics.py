"""Intervals: how far a measured number may be from the true one."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054  # two-sided 95 % point of the normal distribution


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share, as (low, high) within 0 to 1; (0, 1) when nothing was tried.

    Unlike the textbook interval it stays inside 0..1 and is honest near both ends.
    """
    if trials <= 0:
        return 0.0, 1.0
    share = successes / trials
    shrink = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return low, high


def mean_interval(total: int, squares: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Interval for a mean, from the sum and the sum of squares of n observations; infinite below two."""
    if n < 2:
        return -math.inf, math.inf
    mean = total / n
    variance = max(0, n * squares - total * total) / (n * (n - 1))
    half = z * math.sqrt(variance / n)
    return mean - half, mean + half


@dataclass(frozen=True)
class Difference:
    """How much a metric differs between two rulesets played on the same shuffles.

    `a` and `b` are the metric under each; `difference` is b - a; `error` its standard error; `p` the probability of a
    difference at least so large if there were none; `saved` the part of the variance that pairing took away (negative
    when pairing did harm). `error` and `p` are nan when there were fewer than two pairs.
    """

    a: float
    b: float
    difference: float
    error: float
    p: float
    saved: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        half = Z95 * self.error
        return self.difference - half, self.difference + half


def paired_ratio(n: int, sums: tuple[int, ...], products: tuple[tuple[int, ...], ...]) -> Difference | None:
    """Difference of two ratios, each of sums over the same n games: b's minus a's.

    The columns are (numerator a, denominator a, numerator b, denominator b); `products` are the sums of their
    products. With denominators of 1 this is the paired comparison of means; otherwise the error comes from the
    linearised ratio (delta method). None when a denominator is zero: then there is nothing to compare.
    """
    if n < 1 or sums[1] == 0 or sums[3] == 0:
        return None
    a, b = sums[0] / sums[1], sums[2] / sums[3]
    if n < 2:
        return Difference(a, b, b - a, math.nan, math.nan, math.nan)
    # game i adds (x - ratio * d) / mean(d) to the error of a ratio: a weight for each of the four columns
    weights = (-n / sums[1], a * n / sums[1], n / sums[3], -b * n / sums[3])
    covariance = [[(n * products[i][j] - sums[i] * sums[j]) / (n * (n - 1)) for j in range(4)] for i in range(4)]

    def variance(columns: range) -> float:
        return max(0.0, sum(weights[i] * weights[j] * covariance[i][j] for i in columns for j in columns))

    together, apart = variance(range(4)), variance(range(2)) + variance(range(2, 4))
    error = math.sqrt(together / n)
    return Difference(a, b, b - a, error, _two_sided(b - a, error), 1 - together / apart if apart > 0 else 0.0)


def holm(p_values: list[float], level: float = 0.05) -> list[bool]:
    """Which differences may be believed when several are looked at: Holm's step-down test.

    The chance of even one false "yes" among them stays below `level`. A nan is never believed.
    """
    believed = [False] * len(p_values)
    order = sorted((i for i, p in enumerate(p_values) if p == p), key=lambda i: p_values[i])
    for rank, i in enumerate(order):
        if p_values[i] > level / (len(order) - rank):
            break
        believed[i] = True
    return believed


def _two_sided(difference: float, error: float) -> float:
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return math.erfc(abs(difference) / error / math.sqrt(2))

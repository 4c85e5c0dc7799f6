"""Every built-in game and every house rule plays the transcript that lies in transcripts/, line by line."""

from __future__ import annotations

import pytest
from transcripts import COMMAND, FOLDER, names, path_of, transcript

NAMES = list(names())
LINES = 40


@pytest.mark.parametrize(("game", "overlay"), NAMES, ids=[overlay or game for game, overlay in NAMES])
def test_a_transcript_is_played_again(game: str, overlay: str | None) -> None:
    path = path_of(game, overlay)
    assert path.exists(), f"no transcript {path.name}: {COMMAND}"
    wanted = path.read_text(encoding="utf-8").splitlines()
    found = transcript(game, overlay)
    for number, (was, now) in enumerate(zip(wanted, found, strict=False), 1):
        assert was == now, f"{path.name}:{number}: {was!r} is now {now!r}; if that is meant: {COMMAND}"
    assert len(wanted) == len(found), f"{path.name}: {len(found)} lines instead of {len(wanted)}: {COMMAND}"


def test_there_are_no_other_transcripts() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(*name).name for name in NAMES}, COMMAND


def test_transcripts_are_short() -> None:
    assert all(len(path.read_text(encoding="utf-8").splitlines()) <= LINES for path in FOLDER.glob("*.txt"))

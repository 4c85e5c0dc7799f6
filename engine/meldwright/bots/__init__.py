"""Players: compiled functions that choose among the legal moves of a game record."""

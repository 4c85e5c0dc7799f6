"""Code that several tests share: which games to play, a player for them, and the checks of every state."""

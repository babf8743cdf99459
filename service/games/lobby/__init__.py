"""Creating, joining and leaving games."""

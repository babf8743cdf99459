"""What other programs may import of Hamlet. The service itself imports nothing of it."""

"""What happens to every request and reply, whichever operation it calls."""

"""The bodies of requests and replies."""

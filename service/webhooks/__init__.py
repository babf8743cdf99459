"""Webhooks: which URLs are allowed, how a notice is signed, and how it is delivered."""

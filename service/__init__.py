"""The service: HTTP API, games in Redis, webhooks and the command line."""

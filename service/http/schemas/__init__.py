"""Schemas of requests and replies, their fields, and shapes as contract components."""

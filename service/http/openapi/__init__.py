"""Generates the contract (OpenAPI 3.1) from the operations."""

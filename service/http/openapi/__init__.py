"""The contract (OpenAPI 3.1), made from the operations."""

"""The HTTP application: calls, contract, who may call how often, and the table in the browser."""

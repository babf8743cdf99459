"""The contract in a browser: plain HTML pages, and Swagger UI for trying out an operation."""

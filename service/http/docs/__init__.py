"""The contract in a browser: pages of plain HTML, and Swagger UI to try one operation out."""

"""`hamlet bot`: runs an author's bot on the author's machine, as an ordinary client of the HTTP API."""

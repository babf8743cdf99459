"""The web client and the home page. `make web` builds the client from `web/` into `static`."""

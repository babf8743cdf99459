"""The table in the browser as `make web` builds it from `web/`: `static`, missing where it was not built."""

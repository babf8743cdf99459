"""The whole of Hamlet on one machine, by one command: Redis, web server, workers, and who watches over them."""

"""`hamlet serve`: Redis, web server and workers on one machine, under a supervisor."""

"""The processes behind the queues: the RQ workers and the dispatcher."""

"""The processes that play the AI seats: RQ workers and the dispatcher that feeds them."""

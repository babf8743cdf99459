"""What positions and moves are worth: ratings by hand-set weights, forecasts and priors by learned ones."""

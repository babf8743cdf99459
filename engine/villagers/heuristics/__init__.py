"""What positions and moves are worth: ratings by hand-made weights, forecasts and priors by learned ones."""

"""Evaluation of positions and moves: ratings by hand-set weights, forecasts and priors by learned ones."""

"""Evaluation of positions and moves: ratings by hand-made weights, forecasts and priors by learned ones."""

"""Evaluation by learned weights: forecasts from positions, priors of moves."""

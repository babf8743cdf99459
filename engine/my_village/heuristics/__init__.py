"""What bots think of My Village: `rating` by hand-set weights, `forecasting` and its parts by learned ones."""

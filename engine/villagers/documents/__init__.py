"""What goes in and out: options, positions, views, scores, events, and what is wrong with those of clients."""

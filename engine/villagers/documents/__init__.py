"""What goes in and out: options, positions, views, scores, events, and faults in what clients send."""

"""Documents of Villagers: options, positions, views, scores, events, and the faults of clients' documents."""

"""My Village as plain documents: their fields and shapes, positions and views, and all their faults."""

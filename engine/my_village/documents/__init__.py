"""My Village as plain documents: their fields and shapes, positions and views, and every fault of them."""

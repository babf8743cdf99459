"""A plugin module that ends the importing process."""

import sys

sys.exit(3)

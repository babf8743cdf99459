"""A module of somebody's package that ends the process which imports it."""

import sys

sys.exit(3)

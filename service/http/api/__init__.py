"""The HTTP interface: blueprints, schemas, problems, and the contract made from them."""

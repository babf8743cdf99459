"""The Flask application: operations, schemas, contract, middleware, problems and docs."""

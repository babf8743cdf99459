"""The types that documents are made of: what the codecs check against, and what the HTTP contract is made from."""

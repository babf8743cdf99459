"""The types of documents: the codecs check against them, and the HTTP contract is made from them."""

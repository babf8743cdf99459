"""The types of documents. The codecs check documents against them, and the HTTP contract is made from them."""

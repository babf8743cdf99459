"""The documents of My Village as types: options, position, view, score, cards, events, catalogue files.

These types are the notation: the codecs check against them, and the HTTP contract is made from them.
"""

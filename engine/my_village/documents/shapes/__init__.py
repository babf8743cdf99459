"""The documents of My Village as types: options, position, view, score, cards, events, catalogue files.

Reading checks documents against these types, and the HTTP contract is made from them.
"""

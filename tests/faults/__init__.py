"""Faults of one line each, planted in rulesets: the measure of the checks of `engine.conformance`."""

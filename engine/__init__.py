"""The rules and the bots: pure Python, standard library only, no I/O but the catalogues, no clock."""

"""Notifications over HTTP to addresses that clients name: where they may go, how they are signed, how they are sent."""

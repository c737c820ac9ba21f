"""The project: settings, addresses, and the commands that set it up and run it."""

"""The club: what is stored, who may see it, and the pages."""

"""How gunicorn serves clubscore: gunicorn --config python:clubscore.server clubscore.wsgi"""

import os

worker_class = "gthread"
threads = 8
control_socket_disable = True
loglevel = "warning"


def when_ready(server):
    """Say where the pages are."""
    addresses = [os.environ.get("CLUBSCORE_ADDRESS") or f"{listener}/" for listener in server.LISTENERS]
    print(f"clubscore is ready: {' '.join(addresses)}   (Ctrl-C stops it)", flush=True)

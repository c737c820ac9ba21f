"""How gunicorn serves clubscore: gunicorn --config python:clubscore.server clubscore.wsgi"""

worker_class = "gthread"
threads = 8
control_socket_disable = True
loglevel = "warning"


def when_ready(server):
    """Say where the pages are."""
    for listener in server.LISTENERS:
        print(f"clubscore is ready: {listener}/   (Ctrl-C stops it)", flush=True)

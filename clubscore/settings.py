"""All settings. What a club may choose comes from the environment, each choice once, with its default."""

import os
import tempfile
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent


def env(name: str, default: str) -> str:
    """The environment's word, or the default where it says nothing."""
    return os.environ.get(name) or default


def envbool(name: str, default: bool) -> bool:
    """A choice between 1 and 0."""
    match env(name, str(int(default))):
        case "1":
            return True
        case "0":
            return False
        case other:
            raise ImproperlyConfigured(f"{name} is {other!r}; it must be 1 or 0.")


def envint(name: str, default: int) -> int:
    """A number, 0 or more."""
    text = env(name, str(default))
    if not text.isdecimal():
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be a number.")
    return int(text)


def envword(name: str, *words: str) -> str:
    """One of these words; the first is the default."""
    word = env(name, words[0])
    if word not in words:
        raise ImproperlyConfigured(f"{name} is {word!r}; it must be {' or '.join(words)}.")
    return word


def kept_key(file: Path) -> str:
    """The secret key that this file keeps; the first call makes it."""
    try:
        with suppress(FileNotFoundError):
            return file.read_text()
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent) as new:  # readable by its owner alone
            new.write(get_random_secret_key())
            new.flush()
            with suppress(FileExistsError):  # another worker was first: its key is everybody's
                os.link(new.name, file)
        return file.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"No secret key can be kept in {file}: {error.strerror}. "
            "Let CLUBSCORE_VAR name a folder that may be written to."
        ) from None


def database(url: str) -> dict[str, object]:
    """Django's entry for sqlite:///relative, sqlite:////absolute, or a PostgreSQL URL as libpq reads it."""
    scheme, _, rest = url.partition("://")
    match scheme:
        case "sqlite" if len(rest) > 1:
            return {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": BASE_DIR / rest[1:],
                "CONN_MAX_AGE": 60,
                "OPTIONS": {
                    # Readers and the writer do not stop each other, writers queue instead of failing, and a
                    # saved hand outlives a power cut.
                    "transaction_mode": "IMMEDIATE",
                    "timeout": 20,
                    "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
                },
            }
        case "postgresql" | "postgres":
            return postgresql(url)
    raise ImproperlyConfigured(
        f"DATABASE_URL is {url!r}; it must look like sqlite:////path/of/file or postgresql://user:password@host/name."
    )


def postgresql(url: str) -> dict[str, object]:
    """Django's entry for this URL; psycopg is installed only where it is needed."""
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise ImproperlyConfigured(
            "PostgreSQL needs psycopg. Install it:\n"
            "    .venv/bin/pip install --require-hashes --no-deps -r clubscore/postgresql.txt"
        ) from None
    try:
        options = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": options.pop("dbname", ""),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": options.pop("port", ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def mail(url: str) -> dict[str, object]:
    """Django's mail settings for this URL; without one, mail is printed where the server runs.

    smtp:// is encrypted by STARTTLS, smtps:// from the first byte, smtp+plain:// not at all: that is for
    a relay on this machine. What of user and password is no letter or digit is written as %40 is for @.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
    try:
        parts = urlsplit(url)
        port = parts.port or ports[parts.scheme]
    except (ValueError, KeyError):
        parts = None
    if not parts or not parts.hostname:
        raise ImproperlyConfigured(
            "CLUBSCORE_SMTP_URL cannot be read; it must look like smtp://user:password@host, or begin with"
            " smtps:// or smtp+plain://."
        )
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }


# What a club may choose

VAR = BASE_DIR / env(
    "CLUBSCORE_VAR", "var"
)  # what this installation writes: database, secret key, static files
DATABASES = {"default": database(env("DATABASE_URL", f"sqlite:///{VAR / 'clubscore.sqlite3'}"))}
SECRET_KEY = env("CLUBSCORE_SECRET_KEY", "") or kept_key(VAR / "secret_key")
ALLOWED_HOSTS = env("CLUBSCORE_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
HTTPS = envbool("CLUBSCORE_HTTPS", False)  # behind a proxy that speaks https and sets X-Forwarded-Proto
HSTS = envint("CLUBSCORE_HSTS", 365 * 24 * 3600)  # seconds for which browsers will insist on https
DEBUG = envbool("CLUBSCORE_DEBUG", False)
DEMO = envbool("CLUBSCORE_DEMO", False)  # anybody may be any table: for looking around, never for a club
FOUNDING = envword("CLUBSCORE_FOUNDING", "open", "closed")  # who may found a club: anybody, or superusers
PROXIES = envint("CLUBSCORE_PROXIES", 0)  # in front of this server, each adding to X-Forwarded-For
SMTP_URL = env("CLUBSCORE_SMTP_URL", "")  # what sends mail: see `mail`
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("CLUBSCORE_MAIL_FROM", "clubscore@localhost")

# What runs

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.caching.private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.methods.known",
    "axes.middleware.AxesMiddleware",  # the last: it answers for a sign-in that was locked out
]

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"
AUTH_USER_MODEL = "games.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FORM_RENDERER = "games.focus.Renderer"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Signing in

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "name"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # refuses who is locked out, before any password is looked at
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "account"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 14 * 24 * 3600
PASSWORD_RESET_TIMEOUT = 24 * 3600

# How often somebody may be wrong before they must wait: see games/throttle.py
AXES_HANDLER = "games.throttle.Throttle"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "username", "ip_address"]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "games.throttle.account"
AXES_CLIENT_IP_CALLABLE = "games.throttle.address"
AXES_LOCKOUT_CALLABLE = "games.throttle.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# Mail

globals().update(mail(SMTP_URL))

# Files

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Languages and time; dates are shown in the club's own time zone

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "clubscore" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
CSRF_FAILURE_VIEW = "games.views.errors.outdated"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers heed it on https alone, and complain of it elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = True, "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = HSTS if HTTPS else 0
# Whether other hosts of the domain are https too is for whoever owns it to say, in their proxy.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

FILE_UPLOAD_HANDLERS = [
    "games.uploads.Limit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {},  # takes Django's own handlers away: each line would come twice
        "axes": {"level": "WARNING"},  # who is wrong too often, not each who signs in
    },
}

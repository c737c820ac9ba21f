"""All addresses."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
]

handler403 = "games.views.errors.denied"

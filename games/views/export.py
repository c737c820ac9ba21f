"""A club in one file, for its owners to take away."""

import tempfile

from django.http import FileResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access, archive


@require_safe
@never_cache
def export(request, slug):
    """The club's archive, with the names that are hidden from the public."""
    club = access.owned(request, slug)
    file = tempfile.TemporaryFile()  # noqa: SIM115  the response closes it
    archive.write(club, file)
    file.seek(0)
    name = f"{club.slug}-{timezone.now():%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")

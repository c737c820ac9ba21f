"""How much may be sent at once."""

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MOST = 32 * 2**20  # bytes


class Limit(FileUploadHandler):
    """Refuses what is too large before any of it is stored."""

    def handle_raw_input(self, input_data, META, content_length, boundary, encoding=None):
        if content_length > MOST:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data, start):
        return raw_data

    def file_complete(self, file_size):
        return None

"""The screens that pages are made for: `@pytest.mark.parametrize("size", TABLET)`."""

TABLET = [(1180, 820), (1280, 800), (1024, 768), (820, 1180)]
READER = [(390, 844), (820, 1180), (1280, 800)]

"""Fixtures for pytest."""
import pytest
from bellwether_sandbox import sandbox


@pytest.fixture
def venue():
    """A new sandbox with a market in which traders react to news."""
    with sandbox("news-shock", BELLWETHER_PROFILE="polymarket") as started:
        yield started

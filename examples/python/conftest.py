"""Fixtures for pytest, with the settings of this bot's venues."""
import pytest

pytest_plugins = ["bellwether_pytest"]


@pytest.fixture(scope="session")
def venue_settings():
    return {"BELLWETHER_PROFILE": "polymarket"}

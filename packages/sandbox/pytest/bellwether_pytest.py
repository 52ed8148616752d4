"""Fixtures for pytest: `pytest_plugins = ["bellwether_pytest"]` in the top conftest.py has `venue` in every test.

Its contents are those of a marker: `@pytest.mark.venue(scenario="whale", seed=7)`. The folder of a failed test is kept,
and the report says how to open it.
"""
import pytest
from bellwether_sandbox import venues as start

FAILED = pytest.StashKey[bool]()


def pytest_configure(config):
    config.addinivalue_line("markers", "venue(**contents): scenario, tape, seed, start, port, data_dir of the venue")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed


@pytest.fixture(scope="session")
def venue_settings():
    """BELLWETHER_* variables of all venues: override this in conftest.py."""
    return {}


@pytest.fixture(scope="session")
def venues(venue_settings):
    """Opens more venues in the same process."""
    with start(**venue_settings) as started:
        yield started


@pytest.fixture
def venue(request, venues):
    """A venue of the test's own."""
    marker = request.node.get_closest_marker("venue")
    opened = venues.open(**{"keep": "failed", **(marker.kwargs if marker else {})})
    yield opened
    kept = venues.close(opened, failed=request.node.stash.get(FAILED, False))
    if kept:
        # Pytest shows the output of a failed test.
        print(kept)

"""A bot on the public Python client, rehearsed: `pip install pytest py-clob-client`, then `pytest`."""
import json

from py_clob_client.client import ClobClient
from py_clob_client.clob_types import OrderArgs
from py_clob_client.order_builder.constants import BUY

KEY = "0x" + "b0" * 32


def test_an_order_rests_and_an_hour_passes(venue):
    client = ClobClient(venue.url, chain_id=80002, key=KEY)
    client.set_api_creds(client.create_or_derive_api_creds())
    venue.request("/admin/deposit", {"wallet": client.get_address(), "amount": "100"}, operator=True)
    [market] = venue.request("/markets?limit=1&closed=false")
    token_id = json.loads(market["clobTokenIds"])[0]
    answer = client.create_and_post_order(OrderArgs(token_id=token_id, price=0.05, size=10, side=BUY))
    assert answer["success"]
    venue.advance("1h")
    assert len(client.get_orders()) == 1

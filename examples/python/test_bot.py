"""A bot on the public Python client, rehearsed: `pip install pytest py-clob-client-v2`, then `pytest`."""
import json

import pytest
from py_clob_client_v2 import ClobClient, OrderArgs, Side

KEY = "0x" + "51" * 32


@pytest.mark.venue(scenario="news-shock")
def test_an_order_rests_and_an_hour_passes(venue):
    client = ClobClient(venue.url, chain_id=80002, key=KEY)
    client.set_api_creds(client.create_or_derive_api_key())
    venue.request("/admin/deposits", {"wallet": client.get_address(), "amount": "100"}, operator=True)
    [market] = venue.request("/markets?limit=1&closed=false")
    token_id = json.loads(market["clobTokenIds"])[0]
    answer = client.create_and_post_order(OrderArgs(token_id=token_id, price=0.05, size=10, side=Side.BUY))
    assert answer["success"]
    venue.advance("1h")
    assert [order["id"] for order in client.get_open_orders()] == [answer["orderID"]]

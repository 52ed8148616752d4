"""A stand-in for the PyPI package py-clob-client-v2, for machines without PyPI. It is not that package.

It has the names that `examples/python` uses. The npm client of the same author makes, signs and sends each request.
"""
import dataclasses
import enum
import json
import os
import subprocess


class Side(enum.IntEnum):
    BUY = 0
    SELL = 1


@dataclasses.dataclass
class OrderArgs:
    token_id: str
    price: float
    size: float
    side: Side


class ClobClient:
    def __init__(self, host: str, chain_id: int, key: str) -> None:
        program = os.path.join(os.path.dirname(__file__), "clob-client-v2.mjs")
        command = [os.environ["NODE"], program, host, str(chain_id), key]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _call(self, method: str, *arguments):
        self._node.stdin.write(json.dumps([method, *arguments]) + "\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def get_address(self) -> str:
        return self._call("address")

    def create_or_derive_api_key(self) -> dict:
        return self._call("createOrDeriveApiKey")

    def set_api_creds(self, creds: dict) -> None:
        self._call("creds", creds)

    def create_and_post_order(self, order_args: OrderArgs) -> dict:
        order = {"tokenID": order_args.token_id, "price": order_args.price, "size": order_args.size}
        return self._call("createAndPostOrder", {**order, "side": Side(order_args.side).name})

    def get_open_orders(self) -> list:
        return self._call("getOpenOrders")

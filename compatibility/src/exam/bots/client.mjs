/** A bot on `@polymarket/client`, whose package ships no example that places an order: the calls are ours. */
import { createSecureClient, forkEnvironmentConfig, OrderSide } from '@polymarket/client';
import { fetchBalanceAllowance } from '@polymarket/client/actions';
import { privateKey } from '@polymarket/client/viem';
import { privateKeyToAccount } from 'viem/accounts';
import { BOT_KEY, fromMicros, loop, TOKEN, VENUE } from '../loop.mjs';

const feeds = VENUE.replace('http', 'ws');
const environment = forkEnvironmentConfig({
  name: 'bellwether',
  chainId: 80_002,
  clob: { rest: VENUE, market: { ws: `${feeds}/ws/market` }, user: { ws: `${feeds}/ws/user` } },
  gamma: { rest: VENUE },
  data: { rest: VENUE },
  relayer: { rest: VENUE },
  rtds: { ws: `${feeds}/ws/live-data` },
});
const wallet = privateKeyToAccount(BOT_KEY).address;
const client = await createSecureClient({ environment, signer: privateKey(BOT_KEY), wallet });

const balance = async (asset) => fromMicros((await fetchBalanceAllowance(client, asset)).balance);

await loop({
  openOrders: async () =>
    (await client.listOpenOrders().firstPage()).items.map(({ id, price, originalSize, sizeMatched }) => ({
      id,
      price,
      remaining: Number(originalSize) - Number(sizeMatched),
    })),
  position: () => balance({ assetType: 'CONDITIONAL', tokenId: TOKEN }),
  cash: () => balance({ assetType: 'COLLATERAL' }),
  bestAsk: async () => (await client.fetchOrderBook({ tokenId: TOKEN })).asks.at(-1)?.price,
  place: (price, size) => client.placeLimitOrder({ tokenId: TOKEN, price, size, side: OrderSide.BUY }),
  cancel: (orderIds) => client.cancelOrders({ orderIds }),
});

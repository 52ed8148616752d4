/** Calls of `@polymarket/clob-client-v2` for the loop: client and order are those of the README's example. */
import { AssetType } from '@polymarket/clob-client-v2';
import { fromMicros, MARKET, TOKEN } from './loop.mjs';

const { client, place } = await import(process.env.EXAMPLE);

const balance = async (asset) => fromMicros((await client.getBalanceAllowance(asset)).balance);

export const clob = {
  openOrders: async () =>
    (await client.getOpenOrders({ market: MARKET })).map(({ id, price, original_size, size_matched }) => ({
      id,
      price,
      remaining: Number(original_size) - Number(size_matched),
    })),
  position: () => balance({ asset_type: AssetType.CONDITIONAL, token_id: TOKEN }),
  cash: () => balance({ asset_type: AssetType.COLLATERAL }),
  bestAsk: async () => (await client.getOrderBook(TOKEN)).asks.at(-1)?.price,
  place,
  cancel: (ids) => client.cancelOrders(ids),
};

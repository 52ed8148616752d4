/** A bot on `@varla/polymarket`: client, order, cancel and the list of orders are those of the README's example. */
import { fromMicros, loop, TOKEN } from '../loop.mjs';

const { client, place, cancel, list } = await import(process.env.EXAMPLE);

const balance = async (asset) => fromMicros((await client.getBalanceAllowance(asset)).balance);

await loop({
  openOrders: async () =>
    (await list()).map(({ id, price, original_size, size_matched }) => ({
      id,
      price,
      remaining: Number(original_size) - Number(size_matched),
    })),
  position: () => balance({ asset_type: 'CONDITIONAL', token_id: TOKEN }),
  cash: () => balance({ asset_type: 'COLLATERAL' }),
  bestAsk: async () => (await client.getOrderBook(TOKEN)).asks.at(-1)?.price,
  place,
  cancel: async (ids) => {
    for (const orderID of ids) await cancel({ orderID });
  },
});

/**
 * A bot on `ccxt`: the exchange is that of the README's example, which places no order of this kind. It bids for the
 * venue's only market.
 */
import { BOT_KEY, fromMicros, loop, TOKEN, VENUE } from '../loop.mjs';

const { exchange } = await import(process.env.EXAMPLE);

exchange.walletAddress = exchange.ethGetAddressFromPrivateKey(BOT_KEY);
exchange.urls.api = { gamma: `${VENUE}/gamma`, clob: VENUE, data: `${VENUE}/data` };

const [market] = Object.values(await exchange.loadMarkets());
const [{ outcome }] = market.outcomes;

const balance = async (asset) =>
  fromMicros((await exchange.clobPrivateGetBalanceAllowance({ ...asset, signature_type: 0 })).balance);

await loop({
  openOrders: () => exchange.fetchOpenOrders(outcome),
  position: () => balance({ asset_type: 'CONDITIONAL', token_id: TOKEN }),
  cash: () => balance({ asset_type: 'COLLATERAL' }),
  bestAsk: async () => (await exchange.fetchOrderBook(outcome)).asks[0]?.[0],
  place: (price, size) => exchange.createOrder(outcome, 'limit', 'buy', size, price),
  cancel: (ids) => exchange.cancelOrders(ids),
});

/** A bot on `ccxt`: exchange and order are those of the README's example. It bids for the venue's only market. */
import { BOT_KEY, fromMicros, loop, TOKEN, VENUE } from '../loop.mjs';

const { exchange, place } = await import(process.env.EXAMPLE);

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
  place: (price, size) => place(outcome, size, price),
  cancel: (ids) => exchange.cancelOrders(ids),
});

/** A bot on `ccxt`. The venue has one market, whose first outcome it bids for. */
import ccxt from 'ccxt';
import { BOT_KEY, fromMicros, loop, TOKEN, VENUE } from '../loop.mjs';

const exchange = new ccxt.prediction.polymarket({
  privateKey: BOT_KEY,
  options: { chainId: 80_002, signatureType: 0 },
});
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

import { randomBytes } from 'node:crypto';
import ccxt from 'ccxt';

const base = 'http://127.0.0.1:8080';
// The key is the account. Make one for this bot alone: its sign-in is valid elsewhere, too.
const privateKey = process.env.BOT_KEY ?? `0x${randomBytes(32).toString('hex')}`;

const exchange = new ccxt.prediction.polymarket({ privateKey, options: { chainId: 80_002, signatureType: 0 } });
exchange.walletAddress = exchange.ethGetAddressFromPrivateKey(privateKey);
exchange.urls.api = {
  gamma: `${base}/gamma`,
  clob: base,
  data: `${base}/data`,
  ws: 'ws://127.0.0.1:8080/ws/market',
  wsUser: 'ws://127.0.0.1:8080/ws/user',
};

const [market] = Object.values(await exchange.loadMarkets());
const [{ outcome }] = market.outcomes;
console.log(outcome, await exchange.fetchOrderBook(outcome));

const { id, status } = await exchange.createOrder(
  ...[outcome, 'limit', 'buy'],
  ...[market.limits.amount.min, market.precision.price],
);
console.log('placed', status, await exchange.fetchOpenOrders(outcome));
console.log('cancelled', (await exchange.cancelOrder(id)).status);

import pmxt from 'pmxtjs';
import { generatePrivateKey } from 'viem/accounts';

const venue = 'http://127.0.0.1:8080';

// The client's local server reads these when it starts: stop a running one first, as the last line does.
Object.assign(process.env, {
  POLYMARKET_CLOB_URL: `${venue}/clob`,
  POLYMARKET_GAMMA_URL: `${venue}/gamma/events`,
  POLYMARKET_GAMMA_MARKETS_URL: `${venue}/gamma/markets`,
  POLYMARKET_GAMMA_SEARCH_URL: `${venue}/gamma/public-search`,
  POLYMARKET_DATA_URL: `${venue}/data`,
});

// Never use a key that owns something elsewhere: its signatures are valid at the original, too.
const key = process.env.BOT_KEY ?? generatePrivateKey();
const poly = new pmxt.Polymarket({ privateKey: key, signatureType: 'eoa' });

const markets = await poly.fetchMarkets({ sort: 'volume', limit: 20 });
const outcome = markets.flatMap((market) => market.outcomes).find(({ price }) => price > 0.2);
console.log('market', outcome.label, outcome.price);

const order = await poly.createOrder({ outcome, side: 'buy', type: 'limit', amount: 10, price: 0.1 });
console.log('placed', order.status, order.id);
console.log('open orders', await poly.fetchOpenOrders());
console.log('cancelled', await poly.cancelOrder(order.id));
await pmxt.server.stop();

/** The first trade, from nothing to a line in the public ledger. Run it with `npm run example` beside `npm start`. */
import { randomBytes } from 'node:crypto';
import { createClient } from '@bellwether/sdk';

const client = createClient({
  baseUrl: process.env['VENUE'] ?? 'http://127.0.0.1:8080',
  account: { signer: randomBytes(32) }, // the key of a new wallet; keep it to come back
});

// The wallet signs in. In the demo this also credits play money.
await client.auth.credentials();

// An open market in which someone offers shares of the first outcome.
const markets = await client.markets.list({ active: true, closed: false, limit: 100 });
const market = markets.find(({ acceptingOrders, bestAsk }) => acceptingOrders && bestAsk > 0 && bestAsk < 1);
const [tokenId] = market?.tokenIds ?? [];
if (market === undefined || tokenId === undefined) throw new Error('no one offers anything yet: try again in a minute');
const price = String(market.bestAsk);
console.log(`${market.question} ${market.outcomeLabels[0]} for ${price}`);

// Ten shares at that price. The wallet signs the order, the API key signs the request.
const answer = await client.orders.place({ tokenId, side: 'BUY', price, size: '10' });
console.log(answer);

// The account's balances now, and its newest trade, which is public.
const account = await client.account.get();
console.dir(account, { depth: 4 });
// Fills as a taker; a maker's need `takerOnly: false`.
console.log(await client.trades.list({ user: account.address, limit: 1 }));

/**
 * A small market maker: quotes one market on both sides, two ticks around the middle, and follows it. Ctrl-C cancels
 * the quotes. `npm run example -- market-maker [TOKEN_ID]` beside `npm start`.
 */
import { randomBytes } from 'node:crypto';
import { type Book, createClient, formatPrice, isAborted, isRefused, parsePrice, type UserFeed } from '@bellwether/sdk';

const SHARES = '20';
const TICKS_AWAY = 2n;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const { signal } = stop;

const client = createClient({
  baseUrl: process.env['VENUE'] ?? 'http://127.0.0.1:8080',
  account: { signer: randomBytes(32) },
});

/** The middle of a book in 1/10000, or null while a side is empty. The best prices are the last ones. */
function middle({ bids, asks }: Book): bigint | null {
  const [bid, ask] = [bids.at(-1), asks.at(-1)];
  return bid === undefined || ask === undefined ? null : (parsePrice(bid.price) + parsePrice(ask.price)) / 2n;
}

/** Quotes around `fair`; post-only, so they never pay the spread themselves. */
async function quote(tokenId: string, fair: bigint, tick: bigint): Promise<string[]> {
  const snapped = fair - (fair % tick);
  const order = { tokenId, size: SHARES, postOnly: true };
  const answers = await client.orders.placeMany([
    { ...order, side: 'BUY', price: formatPrice(snapped - TICKS_AWAY * tick) },
    { ...order, side: 'SELL', price: formatPrice(snapped + TICKS_AWAY * tick) },
  ]);
  for (const { success, errorMsg } of answers) if (!success) console.log(`refused: ${errorMsg}`);
  return answers.filter(({ success }) => success).map(({ orderID }) => orderID);
}

/** Prints what happens to the orders. */
async function watchFills(fills: UserFeed): Promise<void> {
  for await (const item of fills) {
    if (item.kind === 'resync') console.log('some fills may be missing here: see GET /activity');
    if (item.kind !== 'message' || item.message.event_type !== 'order' || item.message.type !== 'UPDATE') continue;
    const { side, price, size_matched, original_size } = item.message;
    console.log(`filled ${side} at ${price}: ${size_matched} of ${original_size}`);
  }
}

async function makeMarket(tokenId: string): Promise<void> {
  let quoted: bigint | null = null;
  let standing: string[] = [];
  for await (const item of client.feeds.book(tokenId, { signal })) {
    // Without a book no one should be quoting.
    if (item.kind === 'disconnected' || item.kind === 'resync') {
      if (standing.length > 0) await client.orders.cancelMany(standing);
      [standing, quoted] = [[], null];
    }
    if (item.kind !== 'book') continue;
    const [fair, tick] = [middle(item.book), parsePrice(item.book.tick_size)];
    const hasMoved = quoted === null || fair === null || fair - quoted >= tick || quoted - fair >= tick;
    if (fair === null || fair <= 3n * tick || fair >= 10_000n - 3n * tick || !hasMoved) continue;
    // New quotes first: the book is never without.
    const before = standing;
    standing = await quote(tokenId, fair, tick);
    quoted = fair;
    if (before.length > 0) await client.orders.cancelMany(before);
    console.log(`quoting ${standing.length} orders around ${formatPrice(fair)}`);
  }
}

const markets = await client.markets.list({ active: true, closed: false, order: 'volume', limit: 20 }, { signal });
const wanted = process.argv[2];
const market = markets.find(({ tokenIds, acceptingOrders, bestAsk, bestBid }) =>
  wanted === undefined ? acceptingOrders && bestBid > 0 && bestAsk < 1 : tokenIds.includes(wanted),
);
const tokenId = wanted ?? market?.tokenIds[0];
if (market === undefined || tokenId === undefined) throw new Error('no such open market: try again in a minute');
console.log(`${market.question} ${market.outcomeLabels[market.tokenIds.indexOf(tokenId)]}`);

try {
  // Pairs of both outcomes, to have something to sell.
  await client.account.split({ conditionId: market.conditionId, amount: '100' }, { signal });
  const fills = client.feeds.user({ signal });
  // Its first item says that it is connected: no fill of a quote is missed.
  await fills.next();
  await Promise.all([watchFills(fills), makeMarket(tokenId)]);
} catch (error) {
  if (!isAborted(error)) throw error;
} finally {
  stop.abort();
  const { canceled } = await client.orders.cancelAll().catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    return { canceled: [] };
  });
  console.log(`cancelled ${canceled.length} orders`);
}

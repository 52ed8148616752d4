/**
 * A bot that always knows what it has: it bids five ticks below the best offer, and decides when its holdings or the
 * book change. `account.follow` keeps the holdings; the bot reads no ledger. It passes every incident of
 * `npx bellwether exam --bot 'node examples/reconciling-bot.ts'`, which starts it and gives it the variables below.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, formatPrice, parsePrice } from '@bellwether/sdk';

const SHARES = '20';
/** Pause after a request that failed, in milliseconds. */
const RETRY_MS = 250;

const given = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};
const [token, file] = [given('TOKEN'), given('BELIEFS')];
const client = createClient({ baseUrl: given('VENUE'), account: { signer: given('BOT_KEY') } });
const holdings = client.account.follow();
const book = client.feeds.market({ tokens: [token] });

/** Writes what the bot believes to a new file, which replaces the old one whole. */
function state(): void {
  const { openOrders, positions, cash } = holdings;
  const beliefs = {
    openOrders: [...openOrders.values()].map(({ id, remaining }) => ({ id, remaining })),
    positions: Object.fromEntries([...positions].map(([tokenId, { balance }]) => [tokenId, balance])),
    cash: cash.balance,
  };
  writeFileSync(`${file}.new`, JSON.stringify(beliefs));
  renameSync(`${file}.new`, file);
}

/** The price to bid, in ticks of 1/10000; null while nothing is offered or the book is unknown. */
function wantedPrice(): bigint | null {
  const known = book.book(token);
  const best = known?.asks.at(-1);
  return known === null || best === undefined ? null : parsePrice(best.price) - 5n * parsePrice(known.tick_size);
}

/** Changes one thing at most; its answer changes the holdings, which wakes the bot again. */
async function decide(): Promise<void> {
  // Orders and cash include all that was answered, and orders whose answer was lost.
  await holdings.settled();
  const orders = [...holdings.openOrders.values()];
  const wanted = wantedPrice();
  const wrong = orders.filter(({ price }) => parsePrice(price) !== wanted);
  const surplus = wrong.length > 0 ? wrong : orders.slice(1);
  if (surplus.length > 0) await client.orders.cancelMany(surplus.map(({ id }) => id));
  else if (orders.length === 0 && wanted !== null)
    await client.orders.place({ tokenId: token, side: 'BUY', price: formatPrice(wanted), size: SHARES });
}

let isDeciding = false;
let hasNews = false;

/** Decides until nothing is new. After a failure, whether or not the request was done, the holdings will say. */
async function wake(): Promise<void> {
  hasNews = true;
  if (isDeciding) return;
  isDeciding = true;
  while (hasNews) {
    hasNews = false;
    try {
      await decide();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      hasNews = true;
      await delay(RETRY_MS);
    }
  }
  isDeciding = false;
}

async function follow(feed: AsyncIterable<unknown>, heard: () => void): Promise<void> {
  for await (const _ of feed) {
    heard();
    void wake();
  }
}

await Promise.all([follow(holdings, state), follow(book, () => undefined)]);

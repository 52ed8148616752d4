/**
 * A bot as it should not be: it keeps its own books by what it hears, and never reads the ledger. With the argument
 * `hopeful` its orders expire, and it takes every one that it posts for placed. It is found out by
 * `npx bellwether exam --bot 'node examples/naive-bot.ts'`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, formatAmount, formatPrice, isApiError, parseAmount, parsePrice } from '@bellwether/sdk';

const SHARES = '20';
const ROUND_MS = 200;
const LIFE_S = 600;
const isHopeful = process.argv[2] === 'hopeful';
const { VENUE = '', BOT_KEY = '', TOKEN = '', BELIEFS = '' } = process.env as Record<string, string | undefined>;
const client = createClient({ baseUrl: VENUE, account: { signer: BOT_KEY }, retry: { attemptsMax: 1 } });

interface Quote {
  readonly id: string;
  readonly price: string;
  remaining: bigint;
}
let quote: Quote | null = null;
let shares = 0n;
let cash = parseAmount('1000');

function state(): void {
  const openOrders = quote === null ? [] : [{ id: quote.id, remaining: formatAmount(quote.remaining) }];
  const beliefs = { openOrders, positions: { [TOKEN]: formatAmount(shares) }, cash: formatAmount(cash) };
  writeFileSync(`${BELIEFS}.new`, JSON.stringify(beliefs));
  renameSync(`${BELIEFS}.new`, BELIEFS);
}

/**
 * Adds up every message about a trade, also one that repeats another, until the connection ends. The next connection
 * begins again, without what happened between.
 */
async function listen(): Promise<void> {
  for await (const item of client.feeds.user()) {
    if (item.kind === 'disconnected') return;
    if (item.kind !== 'message' || item.message.event_type !== 'trade') continue;
    for (const { order_id, matched_amount, price } of item.message.maker_orders) {
      const size = parseAmount(matched_amount);
      shares += size;
      cash -= (size * parsePrice(price)) / 10_000n;
      if (quote?.id !== order_id) continue;
      quote.remaining -= size;
      if (quote.remaining <= 0n) quote = null;
    }
    state();
  }
}

async function place(price: string): Promise<void> {
  const { time } = await client.venue.get();
  const life = isHopeful ? ({ type: 'GTD', expiration: time + LIFE_S } as const) : {};
  const placement = await client.orders.sign({ tokenId: TOKEN, side: 'BUY', price, size: SHARES, ...life });
  try {
    const { orderID } = await client.orders.place(placement);
    quote = { id: orderID, price, remaining: parseAmount(SHARES) };
  } catch (error) {
    // An error means that there is no order: that is the mistake.
    if (!isHopeful || !isApiError(error)) return;
    quote = { id: `0x${'12'.repeat(32)}`, price, remaining: parseAmount(SHARES) };
  }
}

async function round(): Promise<void> {
  const { tick_size, asks } = await client.books.get(TOKEN);
  const best = asks.at(-1);
  if (best === undefined) return;
  const price = formatPrice(parsePrice(best.price) - 5n * parsePrice(tick_size));
  if (quote !== null && quote.price !== price) {
    const { id } = quote;
    // Cancelled as soon as it is asked for: another mistake.
    quote = null;
    await client.orders.cancel(id).catch(() => undefined);
  }
  if (quote === null) await place(price);
}

state();
void (async () => {
  for (;;) await listen().catch(() => undefined);
})();
for (;;) {
  await round().catch(() => undefined);
  state();
  await delay(ROUND_MS);
}

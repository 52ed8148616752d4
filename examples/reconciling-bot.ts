/**
 * A bot that always knows what it has: it bids five ticks below the best offer and reads the ledger again before
 * every decision, whatever its last request was answered. It passes every incident of
 * `npx bellwether exam --bot 'node examples/reconciling-bot.ts'`, which starts it and gives it the variables below.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Account,
  createClient,
  formatAmount,
  formatPrice,
  type OwnOrder,
  parseAmount,
  parsePrice,
} from '@bellwether/sdk';

const SHARES = '20';
const ROUND_MS = 250;

const given = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};
const [market, token, file] = [given('MARKET'), given('TOKEN'), given('BELIEFS')];
const client = createClient({ baseUrl: given('VENUE'), account: { signer: given('BOT_KEY') } });

/** Sum of what is free and what open orders hold, exactly. */
const sum = (parts: readonly { readonly free: string; readonly held: string }[]): string =>
  formatAmount(parts.reduce((all, { free, held }) => all + parseAmount(free) + parseAmount(held), 0n));
const remaining = ({ original_size, size_matched }: OwnOrder): string =>
  formatAmount(parseAmount(original_size) - parseAmount(size_matched));

/** Writes what the bot believes to a new file, which replaces the old one whole. */
function state(orders: readonly OwnOrder[], { wallets }: Account): void {
  const positions = Map.groupBy(
    wallets.flatMap((wallet) => wallet.positions),
    ({ tokenId }) => tokenId,
  );
  const beliefs = {
    openOrders: orders.map((order) => ({ id: order.id, remaining: remaining(order) })),
    positions: Object.fromEntries([...positions].map(([tokenId, parts]) => [tokenId, sum(parts)])),
    cash: sum(wallets),
  };
  writeFileSync(`${file}.new`, JSON.stringify(beliefs));
  renameSync(`${file}.new`, file);
}

/** The price to bid; null while nothing is offered. */
async function wantedPrice(): Promise<string | null> {
  const { tick_size, asks } = await client.books.get(token);
  const best = asks.at(-1);
  return best === undefined ? null : formatPrice(parsePrice(best.price) - 5n * parsePrice(tick_size));
}

/** Reads everything, states it, then changes one thing at most. The next round reads the result. */
async function round(): Promise<void> {
  const orders = await Array.fromAsync(client.orders.each({ market }));
  state(orders, await client.account.get());
  const wanted = await wantedPrice();
  const wrong = orders.filter(({ price }) => wanted === null || parsePrice(price) !== parsePrice(wanted));
  const surplus = wrong.length > 0 ? wrong : orders.slice(1);
  if (surplus.length > 0) await client.orders.cancelMany(surplus.map(({ id }) => id));
  else if (orders.length === 0 && wanted !== null)
    await client.orders.place({ tokenId: token, side: 'BUY', price: wanted, size: SHARES });
}

for (;;) {
  try {
    await round();
  } catch (error) {
    // Whatever went wrong, and whether or not it was done: the next round reads it from the ledger.
    console.error(error instanceof Error ? error.message : error);
  }
  await delay(ROUND_MS);
}

/**
 * Checks the minutes of price history against an independent implementation of the displayed-price rule, after each
 * entry.
 */
import { applyEntry, createState } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { naivePrices } from '@bellwether/server/projections/fixtures/naive-price.ts';
import type { StoreDatabase } from '../../world.ts';

const MINUTE_MS = 60_000;
const HALF_TICKS = 20_000;

/** Describes the first difference; null if there is none. */
export function pricesDifference(entries: readonly ChainedEntry[], database: StoreDatabase): string | null {
  const expected = minutesOf(entries);
  const rows = database
    .prepare('SELECT market, bucket, price_half_ticks AS price FROM price_points WHERE grain = 0')
    .all();
  const found = new Map(rows.map(({ market, bucket, price }) => [`${market} in minute ${bucket}`, priceText(price)]));
  for (const [what, price] of expected)
    if (found.get(what) !== price)
      return `the price of market ${what} is ${found.get(what) ?? 'not there'}, not ${price}`;
  for (const what of found.keys()) if (!expected.has(what)) return `the price of market ${what} never changed`;
  return null;
}

/** The last price of each minute in which a market's price changed. */
function minutesOf(entries: readonly ChainedEntry[]): ReadonlyMap<string, string> {
  const state = createState();
  const minutes = new Map<string, string>();
  const latest = new Map<number, string>();
  for (const entry of entries) {
    applyEntry(state, entry);
    const minute = Math.floor(entry.timeMs / MINUTE_MS);
    for (const [id, price] of naivePrices(state).entries()) {
      const text = priceText(price === null ? null : Math.round(price * HALF_TICKS));
      if (text === (latest.get(id) ?? priceText(null))) continue;
      latest.set(id, text);
      minutes.set(`${id} in minute ${minute}`, text);
    }
  }
  return minutes;
}

const priceText = (halfTicks: unknown): string => (halfTicks === null ? 'unknown' : `${halfTicks}`);

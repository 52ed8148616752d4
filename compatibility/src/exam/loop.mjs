/**
 * The loop of a bot, for every client under examination: reads its orders and balances with the client, states them as
 * beliefs, and then changes one thing at most. Only the calls differ: those of the client's own example, where its
 * package ships one.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export const { VENUE, BOT_KEY, MARKET, TOKEN, BELIEFS } = process.env;
const SHARES = 20;
const ROUND_MS = 250;
const MICROS = 6;

/** Decimal text of an amount in millionths. Throws if a client returned an error in its place. */
export function fromMicros(micros) {
  if (!/^\d+$/.test(micros)) throw new Error(`${micros} is no amount`);
  return (Number(micros) / 1e6).toFixed(MICROS);
}

/**
 * Runs until the process ends. `openOrders` resolves to `{ id, price, remaining }` of each order, `position` and `cash`
 * to decimal text, `bestAsk` to the lowest offer, or undefined if there is none.
 */
export async function loop({ openOrders, position, cash, bestAsk, place, cancel }) {
  for (;;) {
    try {
      const orders = await openOrders();
      const beliefs = {
        openOrders: orders.map(({ id, remaining }) => ({ id, remaining })),
        positions: { [TOKEN]: await position() },
        cash: await cash(),
      };
      writeFileSync(`${BELIEFS}.new`, JSON.stringify(beliefs));
      renameSync(`${BELIEFS}.new`, BELIEFS);
      const ask = await bestAsk();
      const wanted = ask === undefined ? undefined : Math.round(ask * 100 - 5) / 100;
      const wrong = orders.filter(({ price }) => Number(price) !== wanted);
      const surplus = wrong.length > 0 ? wrong : orders.slice(1);
      if (surplus.length > 0) await cancel(surplus.map(({ id }) => id));
      else if (orders.length === 0 && wanted !== undefined) await place(wanted, SHARES);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    await delay(ROUND_MS);
  }
}

/** Beliefs of a bot: what it has to answer, read strictly, so that a wrong field is named and never guessed. */
import { parseAmount } from '@bellwether/sdk';
import { BotProblem, lastWords } from './bots/bot.ts';

/** Amounts are integers in millionths. */
export interface Holdings {
  /** Shares that are left of each open order, by its id. */
  readonly openOrders: ReadonlyMap<string, bigint>;
  /** Shares of each token id, also those that open orders offer; without zeros. */
  readonly positions: ReadonlyMap<string, bigint>;
  /** Collateral, also what open orders hold. */
  readonly cash: bigint;
}

const ORDERS_MAX = 10_000;
const MICROS = 6;

/** Reads the beliefs. Throws `BotProblem`, which names the field and what it must be. */
export function readBeliefs(text: string): Holdings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BotProblem(`the bot's beliefs are not JSON: ${text.trim() === '' ? 'they are empty' : lastWords(text)}`);
  }
  const { openOrders, positions, cash } = record(value, 'beliefs');
  if (!Array.isArray(openOrders) || openOrders.length > ORDERS_MAX)
    throw wrong('openOrders', 'a list of { "id", "remaining" }', openOrders);
  const orders = openOrders.map((order, index): [string, bigint] => {
    const { id, remaining } = record(order, `openOrders[${index}]`);
    if (typeof id !== 'string' || id === '') throw wrong(`openOrders[${index}].id`, "the order's id", id);
    return [id.toLowerCase(), amount(remaining, `openOrders[${index}].remaining`)];
  });
  const open = new Map(orders);
  if (open.size < orders.length) throw new BotProblem("the bot's beliefs list an order of openOrders twice");
  const shares = Object.entries(record(positions, 'positions'))
    .map(([token, size]): [string, bigint] => [token, amount(size, `positions["${token}"]`)])
    .filter(([, size]) => size !== 0n);
  return { openOrders: open, positions: new Map(shares), cash: amount(cash, 'cash') };
}

function record(
  value: unknown,
  field: string,
): Record<'openOrders' | 'positions' | 'cash' | 'id' | 'remaining', unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never;
  throw wrong(field, 'an object', value);
}

/** Decimal text, or a number, which is rounded to millionths as its float has no exact ones. */
function amount(value: unknown, field: string): bigint {
  const text = typeof value === 'number' && value >= 0 && value < 1e12 ? value.toFixed(MICROS) : value;
  try {
    if (typeof text === 'string') return parseAmount(text);
  } catch {
    // Said below, with the field.
  }
  throw wrong(field, 'an amount of at most 6 decimals, as text or number', value);
}

const wrong = (field: string, must: string, value: unknown): BotProblem =>
  new BotProblem(`the bot's beliefs: ${field} must be ${must}, not ${lastWords(JSON.stringify(value) ?? 'missing')}`);

/** The reads `positions` and `value`: a user's holdings with their cost and value. */
import type { PositionsQuery, UserPosition, UserValues, ValueQuery } from '@bellwether/contract';
import { isHouseAddress } from '@bellwether/engine';
import { traderDays } from '../../data-v2/query/trader-days.ts';
import type { ReadStore } from '../../database.ts';
import { microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import {
  type MarketSelector,
  type MarketText,
  marketTextsOf,
  ownersOf,
  selectMarketsOf,
  selectWalletsOfUser,
  type WalletOwner,
} from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { ARRAY_JSON, createRead, type Read } from '../../read.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import {
  type HeldPosition,
  heldPositions,
  type PositionKey,
  selectPositionSums,
  tradersOf,
} from '../query/portfolio.ts';
import { PERIOD } from '../tables.ts';
import { type PositionSums, sumNumber, userPosition, type Valued, valued } from './portfolio-output.ts';

/** Takes the checked query, with ids and address in lower case. */
export const positionsRead: Read<PositionsQuery, UserPosition[]> = {
  name: 'positions',
  async run(database, query) {
    const page = await pageOf(database, query);
    return { value: await positionRows(database, page.map(valued), ({ position }) => position, userPosition) };
  },
  ...ARRAY_JSON,
};

export const valueRead = createRead<ValueQuery, UserValues>('value', async (database, { user, market }) => {
  let [total, atCost, cost] = [0n, 0n, 0n];
  for (const position of await heldBy(
    database,
    { user, ...(market !== undefined && { market }) },
    { minimumMicros: 1 },
  )) {
    const { valueMicros, halfTicks } = valued(position);
    total += BigInt(valueMicros);
    cost += BigInt(position.cost_micros);
    if (halfTicks === null) atCost += BigInt(valueMicros);
  }
  const profit = market === undefined ? await profitOf(database, user, total - cost) : {};
  const value = { user, value: sumNumber(String(total)), valueAtCost: sumNumber(String(atCost)), ...profit };
  return { value: [value] };
});

/** Lifetime profit of a user. `open`: value of the current shares minus their cost. */
async function profitOf(database: ReadStore, user: string, open: bigint): Promise<Partial<UserValues[number]>> {
  const wallets = await selectWalletsOfUser(database, user);
  // House makers are on no board: only their days are kept.
  const lives: readonly { readonly pnl: string; readonly fees: string }[] =
    wallets.length === 0 || isHouseAddress(user)
      ? await traderDays(database, wallets, 0, Number.MAX_SAFE_INTEGER)
      : await tradersOf(database, PERIOD.all, 0, wallets).execute();
  const sumOf = (figure: 'pnl' | 'fees'): bigint => lives.reduce((sum, life) => sum + BigInt(life[figure]), 0n);
  // The profit of a period already excludes its fees.
  const [realized, fees] = [sumOf('pnl'), sumOf('fees')];
  const units = (micros: bigint): number => sumNumber(String(micros));
  return { netPnl: units(realized + open), realizedPnl: units(realized + fees), feesPaid: units(fees) };
}

interface Wanted {
  /** Smallest position to include; above 0. */
  readonly minimumMicros: number;
  /** Maximum number per wallet, the largest first; all if absent. */
  readonly rowsMax?: number | null;
  /** True to include question and end of the markets. */
  readonly hasTexts?: boolean;
}

async function heldBy(
  database: ReadStore,
  query: OfUser,
  { minimumMicros, rowsMax = null, hasTexts = false }: Wanted,
): Promise<HeldPosition[]> {
  return ofUser(database, query, (wallet, markets) => {
    const query = heldPositions(database, wallet, markets, minimumMicros, hasTexts);
    return rowsMax === null ? query : query.limit(rowsMax);
  });
}

/** A user, and the markets that a query names, if any. */
interface OfUser extends MarketSelector {
  readonly user: string;
}

/** Rows of each of a user's wallets, in the named markets or all. */
export async function ofUser<Row>(
  database: ReadStore,
  query: OfUser,
  select: (wallet: number, markets: readonly number[] | null) => { execute(): Promise<Row[]> },
): Promise<Row[]> {
  const markets = await selectMarketsOf(database, query);
  const rows: Row[] = [];
  for (const wallet of await selectWalletsOfUser(database, query.user)) {
    const own =
      markets === null ? select(wallet, null).execute() : selectInChunks(markets, (some) => select(wallet, some));
    for (const row of await own) rows.push(row);
  }
  return rows;
}

async function pageOf(database: ReadStore, query: PositionsQuery): Promise<HeldPosition[]> {
  const { limit, offset, redeemable, mergeable, title, sortBy, sortDirection } = query;
  if (limit === 0) return [];
  const minimum = Math.max(1, microsRoundedUp(query.sizeThreshold));
  // In the default order the largest of each wallet are enough, and an index provides them.
  const isFirstFew = sortBy === 'TOKENS' && sortDirection === 'DESC' && !redeemable && !mergeable && !title;
  const hasTexts = sortBy === 'TITLE' || sortBy === 'RESOLVING' || Boolean(title);
  const rowsMax = isFirstFew ? limit + offset : null;
  let held = await heldBy(database, query, { minimumMicros: minimum, rowsMax, hasTexts });
  if (redeemable) held = held.filter(({ payout_0 }) => payout_0 !== null);
  if (mergeable) held = await mergeableOnes(database, query, held);
  if (title) {
    const part = title.toLowerCase();
    held = held.filter((position) => questionOf(position).toLowerCase().includes(part));
  }
  return sorted(held, sortBy, sortDirection === 'ASC' ? 1 : -1).slice(offset, offset + limit);
}

/** Positions whose wallet also holds the other outcome, in any amount. */
async function mergeableOnes(database: ReadStore, query: PositionsQuery, held: readonly HeldPosition[]) {
  const key = (wallet: number, ofMarket: number, outcome: number): string => `${wallet}:${ofMarket}:${outcome}`;
  const all = await heldBy(database, query, { minimumMicros: 1 });
  const keys = new Set(all.map((position) => key(position.wallet, position.market, position.outcome)));
  return held.filter((position) => keys.has(key(position.wallet, position.market, 1 - position.outcome)));
}

type Order = (a: Valued, b: Valued) => number;

const initial = ({ position }: Valued): number => position.cost_micros;
const profit = (one: Valued): number => one.valueMicros - one.position.cost_micros;

/** Compares a / b with c / d, exactly; b and d are above 0. */
function compareQuotients(a: number, b: number, c: number, d: number): number {
  const difference = BigInt(a) * BigInt(d) - BigInt(c) * BigInt(b);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** Compares profit by cost; positions without cost count as 0, as displayed. */
const comparePercent: Order = (a, b) => {
  const percentOf = (one: Valued): readonly [number, number] =>
    initial(one) === 0 ? [0, 1] : [profit(one), initial(one)];
  return compareQuotients(...percentOf(a), ...percentOf(b));
};

/** Sorts positions; ties are ordered by the venue's own numbers: market, outcome, wallet. */
function sorted(held: readonly HeldPosition[], sortBy: PositionsQuery['sortBy'], sign: 1 | -1): HeldPosition[] {
  const order = orderOf(sortBy);
  return held
    .map(valued)
    .sort(
      (a, b) => (sortBy === 'PRICE' ? unknownLast(a, b) : 0) || sign * order(a, b) || byNumbers(a.position, b.position),
    )
    .map(({ position }) => position);
}

const unknownLast: Order = (a, b) => Number(a.halfTicks === null) - Number(b.halfTicks === null);

/** Orders positions by the venue's own numbers. */
export const byNumbers = (a: PositionKey, b: PositionKey): number =>
  a.market - b.market || a.outcome - b.outcome || a.wallet - b.wallet;

/** Comparison by a column. Question and end must have been read with the positions. */
function orderOf(sortBy: PositionsQuery['sortBy']): Order {
  switch (sortBy) {
    case 'CURRENT':
      return (a, b) => a.valueMicros - b.valueMicros;
    case 'INITIAL':
      return (a, b) => initial(a) - initial(b);
    case 'TOKENS':
      return (a, b) => a.position.shares_micros - b.position.shares_micros;
    case 'CASHPNL':
      return (a, b) => profit(a) - profit(b);
    case 'PERCENTPNL':
      return comparePercent;
    case 'TITLE':
      return (a, b) => compareText(questionOf(a.position), questionOf(b.position));
    case 'RESOLVING':
      return (a, b) => endOf(a.position) - endOf(b.position);
    case 'PRICE':
      return (a, b) => (a.halfTicks ?? 0) - (b.halfTicks ?? 0);
    case 'AVGPRICE':
      return (a, b) => compareQuotients(initial(a), a.position.shares_micros, initial(b), b.position.shares_micros);
  }
}

function questionOf({ question }: HeldPosition): string {
  if (question === undefined) throw new Error('the position was read without the question of its market');
  return question;
}

function endOf({ end_us }: HeldPosition): number {
  if (end_us === undefined) throw new Error('the position was read without the end of its market');
  return end_us;
}

/** Compares by code units, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows of a page of positions, each made with its sums, its market and its owner. */
export async function positionRows<One, Row>(
  database: ReadStore,
  page: readonly One[],
  positionOf: (one: One) => PositionKey,
  rowOf: (one: One, sums: PositionSums, market: MarketText, owner: WalletOwner) => Row,
): Promise<Row[]> {
  const positions = page.map(positionOf);
  const texts = await marketTextsOf(database, positions);
  const owners = await ownersOf(database, positions);
  const sums = await selectPositionSums(database, positions);
  return page.map((one, index) => {
    const { wallet, market } = positionOf(one);
    const own = sums[index];
    if (own === undefined) throw new Error('every position of the page has sums');
    return rowOf(one, own, found(texts, market, 'market'), found(owners, wallet, 'wallet'));
  });
}

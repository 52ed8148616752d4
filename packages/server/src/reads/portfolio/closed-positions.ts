/** The reads `closed-positions` and `traded`: a user's former positions, and the number of markets traded. */
import type { ClosedPosition, ClosedPositionsQuery, Traded, TradedQuery } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import { selectMarketsByCondition, selectWalletsOfUser } from '../../queries/ledger/ledger-context.ts';
import {
  countTradedMarkets,
  type EndedPosition,
  endedPositions,
  type PositionMarket,
  selectPositionMarkets,
  selectPositionSums,
} from '../../queries/portfolio/portfolio.ts';
import { selectInChunks } from '../../queries/select-in-chunks.ts';
import { closedPosition, priceHalfTicks } from '../../wire/ledger/portfolio.ts';
import { found, ownersOf } from '../lookup.ts';
import { type Read, serializerOf } from '../read.ts';
import { compareText } from './positions.ts';

/** Creates the read. Its parameters are the checked query, with ids and address in lower case. */
export function closedPositionsRead(responseSchema: object): Read<ClosedPositionsQuery, ClosedPosition[]> {
  return {
    name: 'closed-positions',
    async run(database, query) {
      const ended = await endedBy(database, query);
      const texts = await selectPositionMarkets(database, [...new Set(ended.map(({ market }) => market))]);
      const page = sorted(titled(ended, texts, query.title), query, texts);
      const owners = await ownersOf(
        database,
        page.map(({ wallet }) => wallet),
      );
      const sums = await selectPositionSums(database, page);
      const value = page.map((one, index) => {
        const own = sums[index];
        if (own === undefined) throw new Error('every position of the page has sums');
        return closedPosition(one, own, found(texts, one.market, 'market'), found(owners, one.wallet, 'wallet'));
      });
      return { value };
    },
    serialize: serializerOf(responseSchema),
  };
}

async function endedBy(
  database: Kysely<Database>,
  { user, market, limit }: ClosedPositionsQuery,
): Promise<EndedPosition[]> {
  if (limit === 0) return [];
  const markets = market === undefined ? null : await selectMarketsByCondition(database, market);
  const positions: EndedPosition[] = [];
  for (const wallet of await selectWalletsOfUser(database, user)) {
    const ended = (some: readonly number[] | null): Promise<EndedPosition[]> =>
      endedPositions(database, wallet, some).execute();
    for (const row of await (markets === null ? ended(null) : selectInChunks(markets, ended))) positions.push(row);
  }
  return positions;
}

type Texts = ReadonlyMap<number, PositionMarket>;

function titled(ended: EndedPosition[], texts: Texts, title = ''): EndedPosition[] {
  if (title === '') return ended;
  const part = title.toLowerCase();
  return ended.filter(({ market }) => found(texts, market, 'market').question.toLowerCase().includes(part));
}

/** Sorts positions; ties are ordered by the venue's own numbers: market, outcome, wallet. */
function sorted(
  ended: EndedPosition[],
  { sortBy, sortDirection, limit, offset }: ClosedPositionsQuery,
  texts: Texts,
): EndedPosition[] {
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const order = orderOf(sortBy, texts);
  return ended
    .sort(
      (a, b) =>
        (sortBy === 'PRICE' ? unknownLast(a, b) : 0) ||
        sign * order(a, b) ||
        a.market - b.market ||
        a.outcome - b.outcome ||
        a.wallet - b.wallet,
    )
    .slice(offset, offset + limit);
}

/** Orders unknown prices last, in either direction. */
const unknownLast = (a: EndedPosition, b: EndedPosition): number =>
  Number(priceHalfTicks(a) === null) - Number(priceHalfTicks(b) === null);

function orderOf(sortBy: ClosedPositionsQuery['sortBy'], texts: Texts): (a: EndedPosition, b: EndedPosition) => number {
  switch (sortBy) {
    case 'REALIZEDPNL':
      return (a, b) => Number(BigInt(a.realized) - BigInt(b.realized));
    case 'TITLE':
      return (a, b) =>
        compareText(found(texts, a.market, 'market').question, found(texts, b.market, 'market').question);
    case 'PRICE':
      return (a, b) => (priceHalfTicks(a) ?? 0) - (priceHalfTicks(b) ?? 0);
    case 'AVGPRICE':
      return (a, b) => Number(BigInt(a.spent) * BigInt(b.bought) - BigInt(b.spent) * BigInt(a.bought));
    case 'TIMESTAMP':
      return (a, b) => a.changed_s - b.changed_s;
  }
}

export function tradedRead(responseSchema: object): Read<TradedQuery, Traded> {
  return {
    name: 'traded',
    async run(database, { user }) {
      return { value: { user, traded: await countTradedMarkets(database, await selectWalletsOfUser(database, user)) } };
    },
    serialize: serializerOf(responseSchema),
  };
}

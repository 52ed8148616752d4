/** The reads `closed-positions` and `traded`: a user's former positions, and the number of markets traded. */
import type { ClosedPosition, ClosedPositionsQuery, Traded, TradedQuery } from '@bellwether/contract';
import { type MarketText, marketTextsOf, selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { createRead, type Read } from '../../read.ts';
import { countTradedMarkets, type EndedPosition, endedPositions } from '../query/portfolio.ts';
import { closedPosition, priceHalfTicks } from './portfolio-output.ts';
import { byNumbers, compareText, ofUser, positionRows } from './positions.ts';

/** Takes the checked query, with ids and address in lower case. */
export const closedPositionsRead: Read<ClosedPositionsQuery, ClosedPosition[]> = {
  name: 'closed-positions',
  async run(database, query) {
    const select = (wallet: number, markets: readonly number[] | null) => endedPositions(database, wallet, markets);
    const ended: EndedPosition[] = query.limit === 0 ? [] : await ofUser(database, query, select);
    const texts = await marketTextsOf(database, ended);
    const page = sorted(titled(ended, texts, query.title), query, texts);
    return { value: await positionRows(database, page, (one) => one, closedPosition) };
  },
};

type Texts = ReadonlyMap<number, MarketText>;

function titled(ended: EndedPosition[], texts: Texts, title = ''): EndedPosition[] {
  if (title === '') return ended;
  const part = title.toLowerCase();
  return ended.filter(({ market }) => found(texts, market, 'market').question.toLowerCase().includes(part));
}

/** Sorts positions; ties are ordered by the venue's own numbers: market, outcome, wallet. */
function sorted(ended: EndedPosition[], { sortBy, sortDirection, limit, offset }: ClosedPositionsQuery, texts: Texts) {
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const order = orderOf(sortBy, texts);
  return ended
    .sort((a, b) => (sortBy === 'PRICE' ? unknownLast(a, b) : 0) || sign * order(a, b) || byNumbers(a, b))
    .slice(offset, offset + limit);
}

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

export const tradedRead = createRead<TradedQuery, Traded>('traded', async (database, { user }) => {
  return { value: { user, traded: await countTradedMarkets(database, await selectWalletsOfUser(database, user)) } };
});

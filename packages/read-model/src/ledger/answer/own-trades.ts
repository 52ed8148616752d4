/** The read `own-trades`: a page of `GET /data/trades`, the account's trades as taker or maker, latest first. */
import { END_CURSOR, OWN_PAGE, type OwnTrade, type OwnTrades } from '@bellwether/contract';
import { encodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { ReadStore } from '../../database.ts';
import { found } from '../../lookup.ts';
import { createRead } from '../../read.ts';
import { orderIdsOf, selectTrades } from '../query/builder-trades.ts';
import { commonIds, idsOfTimes, idsOfTrade } from '../query/id-ranges.ts';
import { marketTextsOf, ownersOf } from '../query/ledger-context.ts';
import { type OwnFillFilter, type OwnPart, selectOwnParts, selectWholeFills } from '../query/own-trades.ts';
import { FILLS_PER_TRADE_MAX, type FillRow, fillId } from '../tables.ts';
import { ownTrade } from './data-output.ts';

/** Parameters, built by the route from query and view. */
export interface OwnTradesParameters {
  /** null if nothing can match. */
  readonly account: number | null;
  readonly wallets: readonly number[];
  /** The only wallet that counts; null for all. */
  readonly wallet: number | null;
  readonly apiKey: string;
  readonly market: number | null;
  readonly outcome: number | null;
  readonly id: number | null;
  /** Unix seconds, both exclusive; null for no bound. */
  readonly before: number | null;
  readonly after: number | null;
  /** Upper bound (exclusive) of trade sequences; 0 starts with the latest. New trades never shift a page. */
  readonly start: number;
}

export const ownTradesRead = createRead<OwnTradesParameters, OwnTrades>('own-trades', async (database, parameters) => {
  const filter = await filterOf(database, parameters);
  // One extra trade shows that there is another page.
  const parts = filter === null ? [] : await selectOwnParts(database, filter, OWN_PAGE + 1);
  const shown = parts.slice(0, OWN_PAGE);
  const last = shown.at(-1);
  const next_cursor = parts.length > OWN_PAGE && last !== undefined ? encodeOffsetCursor(last.sequence) : END_CURSOR;
  const data = await ownTrades(database, shown, parameters.apiKey);
  return { value: { limit: OWN_PAGE, count: data.length, next_cursor, data } };
});

/** Filter of the query; null if nothing can match. */
async function filterOf(
  database: ReadStore,
  { account, wallets, wallet, market, outcome, id, before, after, start }: OwnTradesParameters,
): Promise<OwnFillFilter | null> {
  const times = await idsOfTimes(database, { before: before ?? undefined, after: after ?? undefined });
  if (account === null || times === null) return null;
  const page = { from: 0, below: start === 0 ? times.below : start * FILLS_PER_TRADE_MAX };
  return { account, wallets, wallet, market, outcome, ...commonIds(commonIds(idsOfTrade(id), times), page) };
}

async function ownTrades(database: ReadStore, parts: readonly OwnPart[], apiKey: string): Promise<OwnTrade[]> {
  const taken = parts.map(({ sequence }) => fillId(sequence, 0)).filter((id, index) => parts[index]?.fillIds[0] === id);
  const fillsOfTaken = await selectTrades(database, taken);
  const trades: { taker: FillRow; makers: FillRow[]; side: 'TAKER' | 'MAKER' }[] = [];
  const ofMakers = parts.flatMap(({ sequence, fillIds }) => [fillId(sequence, 0), ...fillIds]);
  const fills = await selectWholeFills(database, [...new Set(ofMakers)]);
  for (const { sequence, fillIds } of parts) {
    const takerId = fillId(sequence, 0);
    const taker = found(fills, takerId, 'fill');
    // An account never trades with itself, so it is either the taker or among the makers.
    if (fillIds[0] === takerId) {
      trades.push({ taker, makers: found(fillsOfTaken, sequence, 'trade').slice(1), side: 'TAKER' });
    } else {
      trades.push({ taker, makers: fillIds.map((id) => found(fills, id, 'fill')), side: 'MAKER' });
    }
  }
  const all = trades.flatMap(({ taker, makers }) => [taker, ...makers]);
  const texts = await marketTextsOf(database, all);
  const owners = await ownersOf(database, all);
  const orderIds = await orderIdsOf(database, all);
  return trades.map(({ taker, makers, side }) =>
    ownTrade(taker, makers, side, { market: found(texts, taker.market, 'market'), owners, orderIds, apiKey }),
  );
}

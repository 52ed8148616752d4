/** The read `trades`: a page of `GET /trades`, newest first. */
import { END_CURSOR, type TradeFill, type TradesQuery } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import { selectAsset } from '../../queries/ledger/builder-trades.ts';
import { type FillFilter, type FillRange, selectFillIds, selectFills } from '../../queries/ledger/ledger.ts';
import { selectMarketsByCondition, selectWalletsOfUser } from '../../queries/ledger/ledger-context.ts';
import { fillIdAt } from '../../queries/ledger/own-trades.ts';
import { encodeFillCursor } from '../../wire/forms/fill-cursor.ts';
import { thresholdOf, tradeFill } from '../../wire/ledger/trades.ts';
import { byKey, found } from '../lookup.ts';
import { arrayPieces, type Read, serializerOf } from '../read.ts';
import { NEXT_CURSOR_HEADER } from './builder-trades.ts';
import { createFillScene } from './fill-scene.ts';

/**
 * The checked query: defaults filled in, ids and address lower-case, the threshold complete or absent, the cursor
 * decoded.
 */
export interface TradesParameters extends Omit<TradesQuery, 'after_cursor'> {
  /** Restricts the page to fills with smaller ids, which follow the previous page. */
  readonly below?: number;
}

export function tradesRead(responseSchema: object): Read<TradesParameters, TradeFill[]> {
  const serialize = serializerOf<readonly TradeFill[]>(responseSchema);
  return {
    name: 'trades',
    async run(database, query) {
      const filter = await fillFilter(database, query);
      const { limit, offset } = query;
      const ids = filter === null ? [] : await selectFillIds(database, filter, limit + 1, offset);
      const page = ids.slice(0, limit);
      const next =
        ids.length > limit ? encodeFillCursor(page.at(-1) ?? query.below ?? Number.MAX_SAFE_INTEGER) : END_CURSOR;
      return { value: await tradeFills(database, page), headers: { [NEXT_CURSOR_HEADER]: next } };
    },
    serialize,
    pieces: (fills) => arrayPieces(fills, serialize),
  };
}

/** Filter of the query; null if nothing can match. */
async function fillFilter(database: Kysely<Database>, query: TradesParameters): Promise<FillFilter | null> {
  const { takerOnly, side, market, user, asset_id: token } = query;
  const range = await rangeOf(database, query);
  const asset = token === undefined ? undefined : await selectAsset(database, token);
  if (range === null || asset === null) return null;
  const markets = market === undefined ? null : await selectMarketsByCondition(database, market);
  const ofAsset = asset === undefined ? null : Math.floor(asset / 2);
  if (ofAsset !== null && markets?.includes(ofAsset) === false) return null;
  return {
    takerOnly,
    side: side ?? null,
    markets: ofAsset === null ? markets : [ofAsset],
    outcome: asset === undefined ? null : asset % 2,
    wallets: user === undefined ? null : await selectWalletsOfUser(database, user),
    threshold: thresholdOf(query),
    ...(range !== undefined && { range }),
  };
}

/** Range of ids for the requested times: undefined for the whole ledger, null for nothing. */
async function rangeOf(
  database: Kysely<Database>,
  { after, before, start, end, below: last = Number.MAX_SAFE_INTEGER }: TradesParameters,
): Promise<FillRange | null | undefined> {
  const firsts = [after === undefined ? [] : [after + 1], start === undefined ? [] : [start]].flat();
  const ends = [before === undefined ? [] : [before], end === undefined ? [] : [end + 1]].flat();
  if (firsts.length === 0 && ends.length === 0)
    return last === Number.MAX_SAFE_INTEGER ? undefined : { from: 0, below: last };
  const from = firsts.length === 0 ? 0 : await fillIdAt(database, Math.max(...firsts));
  if (from === null) return null;
  const below = ends.length === 0 ? null : await fillIdAt(database, Math.min(...ends));
  return { from, below: Math.min(below ?? last, last) };
}

/** Rows built without a pause, well under a millisecond of work: between queries the thread yields its core. */
const ROWS_AT_ONCE = 100;

/** Rows of the answer for the given fills, in the same order. */
async function tradeFills(database: Kysely<Database>, ids: readonly number[]): Promise<TradeFill[]> {
  const place = createFillScene(database);
  const rows: TradeFill[] = [];
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE);
    const fills = byKey(await selectFills(database, some), ({ id }) => id);
    const placed = await place(some.map((id) => found(fills, id, 'fill')));
    for (const { fill, market, owner } of placed) rows.push(tradeFill(fill, market, owner));
  }
  return rows;
}

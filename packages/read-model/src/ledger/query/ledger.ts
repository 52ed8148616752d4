/**
 * Queries of the trade ledger: the fills of a page and their rows. A page is a merge of streams, one per kind and
 * market or wallet, each read newest first from its own index. So no combination of filters scans or sorts rows
 * that it does not return.
 */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import {
  BLOCKS_OF_BLOCKS,
  BLOCKS_OF_FILLS,
  type BlockLevel,
  type FillKind,
  type FillRow,
  fillId,
  KIND_SELL,
  KIND_TAKER,
  SCOPE_MARKET,
  SCOPE_VENUE,
  SCOPE_WALLET,
  sequenceOfFill,
} from '../tables.ts';
import type { IdRange } from './id-ranges.ts';
import { mergeDescending, type Stream } from './ledger-merge.ts';

/** Conditions for the fills of a page; null for everything. Unknown markets and users are empty lists. */
export interface FillFilter {
  readonly takerOnly: boolean;
  readonly side: 'BUY' | 'SELL' | null;
  readonly markets: readonly number[] | null;
  readonly wallets: readonly number[] | null;
  readonly threshold: FillThreshold | null;
  /** Restricts the page to one outcome. */
  readonly outcome?: number | null;
  readonly range?: IdRange;
}

export interface FillThreshold {
  readonly column: 'size_micros' | 'collateral_micros';
  /** Smallest amount that passes. */
  readonly minimumMicros: number;
}

/** Streams that contain exactly the fills matching the filter, apart from the threshold. */
export function streamsOf(filter: FillFilter): FillStream[] {
  const streams: FillStream[] = [];
  for (const wallet of new Set(filter.wallets ?? [null])) {
    for (const market of new Set(filter.markets ?? [null])) {
      for (const kind of kindsOf(filter)) streams.push({ wallet, market, kind, outcome: filter.outcome ?? null });
    }
  }
  return streams;
}

/** Fills of one kind, restricted to a wallet or market or both. */
export interface FillStream {
  readonly kind: FillKind;
  readonly market: number | null;
  readonly wallet: number | null;
  readonly outcome?: number | null;
}

function kindsOf({ takerOnly, side }: FillFilter): FillKind[] {
  const takers: number[] = takerOnly ? [KIND_TAKER] : [0, KIND_TAKER];
  const sides: number[] = side === null ? [0, KIND_SELL] : [side === 'SELL' ? KIND_SELL : 0];
  return takers.flatMap((taker) => sides.map((sell) => (taker + sell) as FillKind));
}

/** Ids of the fills of a page, newest first. */
export async function selectFillIds(
  database: ReadStore,
  filter: FillFilter,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (limit === 0) return [];
  const { threshold, range } = filter;
  const streams = (await withFills(database, filter))
    .flatMap(streamsOf)
    .map((stream) =>
      threshold === null ? plainStream(database, stream) : thresholdStream(database, stream, threshold),
    )
    .map((stream) => (range === undefined ? stream : rangeOf(stream, range)));
  return mergeDescending(streams, limit, offset);
}

/**
 * One filter per wallet, with only the markets in which it has fills, if the page names both: every stream costs a
 * query, and most wallets have traded in few of the requested markets.
 */
async function withFills(database: ReadStore, filter: FillFilter): Promise<FillFilter[]> {
  const { wallets, markets } = filter;
  if (wallets === null || markets === null || markets.length < 2) return [filter];
  const filters: FillFilter[] = [];
  for (const wallet of new Set(wallets)) {
    const rows = await selectInChunks(markets, (chunk) => marketsOfWallet(database, wallet, chunk));
    filters.push({ ...filter, wallets: [wallet], markets: rows.map(({ market }) => market) });
  }
  return filters;
}

/** Selects the markets in which a wallet has fills. Exported so that a test can check its plan. */
export function marketsOfWallet(database: ReadStore, wallet: number, markets: readonly number[]) {
  return database
    .selectFrom('markets')
    .select('market')
    .where('market', 'in', markets)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fills').select('id').where('wallet', '=', wallet).whereRef('fills.market', '=', 'markets.market'),
      ),
    );
}

function rangeOf(stream: Stream, { from, below }: IdRange): Stream {
  return async (beneath, count) => (await stream(Math.min(beneath, below), count)).filter((id) => id >= from);
}

/** Ids of a stream, newest first, each batch from one index range. */
function plainStream(database: ReadStore, stream: FillStream): Stream {
  return async (below, count) => idsOf(await fillIdsBelow(database, stream, below, count).execute());
}

/**
 * Ids of a stream's fills that reach a threshold. First the latest fills, which are in no block yet (fewer than
 * FILLS_PER_BLOCK), then fills of recent blocks whose largest amount reaches the threshold, then fills of such blocks
 * within blocks of blocks that reach it.
 */
function thresholdStream(database: ReadStore, stream: FillStream, threshold: FillThreshold): Stream {
  let ends: BlockEnds | null = null;
  return async (below, count) => {
    const ids: number[] = [];
    if (ends === null) {
      ends = await blockEnds(database, stream);
      const young = idsOf(await youngFillIds(database, stream, threshold, ends.ofFills).execute());
      ids.push(...young.filter((id) => id < below));
    }
    const { ofFills, ofBlocks } = ends;
    if (ids.length < count && ofFills > ofBlocks && below > ofBlocks + 1) {
      const range = { after: ofBlocks, below: Math.min(below, ofFills + 1) };
      for (const { id } of await blockedFillIds(database, stream, threshold, range, count - ids.length).execute()) {
        ids.push(id);
      }
    }
    if (ids.length < count && ofBlocks >= 0) {
      const start = Math.min(below, ofBlocks + 1);
      for (const { id } of await nestedFillIds(database, stream, threshold, start, count - ids.length).execute()) {
        ids.push(id);
      }
    }
    return ids;
  };
}

/** Id of the last fill covered by blocks of each level; -1 without any. */
type BlockEnds = { readonly ofFills: number; readonly ofBlocks: number };

async function blockEnds(database: ReadStore, stream: FillStream): Promise<BlockEnds> {
  const ofFills = await lastBlockedId(database, stream, BLOCKS_OF_FILLS).executeTakeFirst();
  if (ofFills === undefined) return { ofFills: -1, ofBlocks: -1 };
  const ofBlocks = await lastBlockedId(database, stream, BLOCKS_OF_BLOCKS).executeTakeFirst();
  return { ofFills: ofFills.last_id, ofBlocks: ofBlocks?.last_id ?? -1 };
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** One batch of a stream. Exported so that a test can check its plan. */
export function fillIdsBelow(database: ReadStore, stream: FillStream, below: number, count: number) {
  return streamRows(database, stream).select('id').where('id', '<', below).orderBy('id', 'desc').limit(count);
}

export function lastBlockedId(database: ReadStore, stream: FillStream, level: BlockLevel) {
  const { scope, subject } = blocksOf(stream);
  return database
    .selectFrom('fill_blocks')
    .select('last_id')
    .where('level', '=', level)
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where('kind', '=', stream.kind)
    .orderBy('first_id', 'desc')
    .limit(1);
}

export function youngFillIds(database: ReadStore, stream: FillStream, threshold: FillThreshold, after: number) {
  return streamRows(database, stream)
    .select('id')
    .where('id', '>', after)
    .where(threshold.column, '>=', threshold.minimumMicros)
    .orderBy('id', 'desc');
}

/** Fills between two ids, both exclusive, found through their blocks. */
export function blockedFillIds(
  database: ReadStore,
  stream: FillStream,
  threshold: FillThreshold,
  { after, below }: { readonly after: number; readonly below: number },
  count: number,
) {
  const { scope, subject } = blocksOf(stream);
  const query = database
    .selectFrom('fill_blocks as b')
    .crossJoin('fills')
    .select('fills.id')
    .where('b.level', '=', BLOCKS_OF_FILLS)
    .where('b.scope', '=', scope)
    .where('b.subject', '=', subject)
    .where('b.kind', '=', stream.kind)
    .where('b.first_id', '>', after)
    .where('b.first_id', '<', below)
    .where(`b.${largestOf(threshold)}`, '>=', threshold.minimumMicros)
    .where('fills.kind', '=', stream.kind)
    .whereRef('fills.id', '>=', 'b.first_id')
    .whereRef('fills.id', '<=', 'b.last_id')
    .where('fills.id', '<', below)
    .where(`fills.${threshold.column}`, '>=', threshold.minimumMicros)
    .$if(stream.wallet !== null, (some) => some.where('fills.wallet', '=', stream.wallet))
    .$if(stream.market !== null, (some) => some.where('fills.market', '=', stream.market))
    .$if((stream.outcome ?? null) !== null, (some) => some.where('fills.outcome', '=', stream.outcome ?? null));
  return query.orderBy('b.first_id', 'desc').orderBy('fills.id', 'desc').limit(count);
}

/** Fills below an id, found through their blocks of blocks. */
export function nestedFillIds(
  database: ReadStore,
  stream: FillStream,
  threshold: FillThreshold,
  below: number,
  count: number,
) {
  const { scope, subject } = blocksOf(stream);
  const largest = largestOf(threshold);
  const query = database
    .selectFrom('fill_blocks as n')
    .crossJoin('fill_blocks as b')
    .crossJoin('fills')
    .select('fills.id')
    .where('n.level', '=', BLOCKS_OF_BLOCKS)
    .where('n.scope', '=', scope)
    .where('n.subject', '=', subject)
    .where('n.kind', '=', stream.kind)
    .where('n.first_id', '<', below)
    .where(`n.${largest}`, '>=', threshold.minimumMicros)
    .where('b.level', '=', BLOCKS_OF_FILLS)
    .where('b.scope', '=', scope)
    .where('b.subject', '=', subject)
    .where('b.kind', '=', stream.kind)
    .whereRef('b.first_id', '>=', 'n.first_id')
    .whereRef('b.first_id', '<=', 'n.last_id')
    .where(`b.${largest}`, '>=', threshold.minimumMicros)
    .where('fills.kind', '=', stream.kind)
    .whereRef('fills.id', '>=', 'b.first_id')
    .whereRef('fills.id', '<=', 'b.last_id')
    .where('fills.id', '<', below)
    .where(`fills.${threshold.column}`, '>=', threshold.minimumMicros)
    .$if(stream.wallet !== null, (some) => some.where('fills.wallet', '=', stream.wallet))
    .$if(stream.market !== null, (some) => some.where('fills.market', '=', stream.market))
    .$if((stream.outcome ?? null) !== null, (some) => some.where('fills.outcome', '=', stream.outcome ?? null));
  return query.orderBy('n.first_id', 'desc').orderBy('b.first_id', 'desc').orderBy('fills.id', 'desc').limit(count);
}

/** Column of blocks that a threshold is compared with. */
const largestOf = ({ column }: FillThreshold) =>
  column === 'size_micros' ? 'size_max_micros' : 'collateral_max_micros';

function streamRows(database: ReadStore, { kind, market, wallet, outcome = null }: FillStream) {
  let query = database.selectFrom('fills').where('kind', '=', kind);
  if (wallet !== null) query = query.where('wallet', '=', wallet);
  if (market !== null) query = query.where('market', '=', market);
  if (outcome !== null) query = query.where('outcome', '=', outcome);
  return query;
}

/** Blocks that cover a stream: a wallet's blocks cover its fills in every market. */
function blocksOf({ market, wallet }: FillStream) {
  if (wallet !== null) return { scope: SCOPE_WALLET, subject: wallet } as const;
  if (market !== null) return { scope: SCOPE_MARKET, subject: market } as const;
  return { scope: SCOPE_VENUE, subject: 0 } as const;
}

/** Columns of a fill that reads use. */
const SHOWN_COLUMNS = [
  'id',
  'kind',
  'market',
  'wallet',
  'outcome',
  'size_micros',
  'collateral_micros',
  'price_micros',
  'time_s',
  'fee_micros',
  'hash',
] as const satisfies readonly (keyof FillRow)[];

export type ShownFill = Pick<FillRow, (typeof SHOWN_COLUMNS)[number]>;

export function selectFills(database: ReadStore, ids: readonly number[]): Promise<ShownFill[]> {
  return selectInChunks(ids, (chunk) =>
    database.selectFrom('fills').select(SHOWN_COLUMNS).where('id', 'in', chunk).limit(chunk.length),
  );
}

/** Last journal entry that the ledger's rows include. */
export async function ledgerPosition(database: ReadStore): Promise<number> {
  const row = await database
    .selectFrom('projection_cursors')
    .select('sequence')
    .where('name', '=', 'ledger')
    .executeTakeFirstOrThrow();
  return row.sequence;
}

/** Fills of the trades in the entries `first` to `last`, oldest trade first, each trade in list order. */
export async function fillsOfEntries(database: ReadStore, first: number, last: number): Promise<ShownFill[]> {
  const fills = await database
    .selectFrom('fills')
    .select(SHOWN_COLUMNS)
    .where('id', '>', fillId(first - 1, 0))
    .where('id', '<=', fillId(last, 0))
    .execute();
  return fills.toSorted((a, b) => sequenceOfFill(a.id) - sequenceOfFill(b.id) || b.id - a.id);
}

/** Chain value (64 hex digits) and taker fee of an entry's trade; null if the entry has no trade. */
export async function selectTakerFill(database: ReadStore, sequence: number) {
  const row = await database
    .selectFrom('fills')
    .select(['hash', 'fee_micros'])
    .where('id', '=', fillId(sequence, 0))
    .executeTakeFirst();
  return row ?? null;
}

/** Sequences of the trades that an order took part in, oldest first, at most `limit`. */
export async function selectTradesOfOrder(database: ReadStore, orderNumber: number, limit: number) {
  const rows = await database
    .selectFrom('fills')
    .select('id')
    .where('order_number', '=', orderNumber)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => sequenceOfFill(id));
}

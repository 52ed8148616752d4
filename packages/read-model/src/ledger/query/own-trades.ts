/**
 * Queries of an account's own trades, as taker and as maker: its fills for a page of trades, and the search for a time
 * in the ledger. Streams use the same indexes as `GET /trades`.
 */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { FILLS_PER_TRADE_MAX, type FillKind, type FillRow, sequenceOfFill } from '../tables.ts';
import type { IdRange } from './id-ranges.ts';
import { type FillStream, fillIdsBelow } from './ledger.ts';
import { mergeDescending, type Stream } from './ledger-merge.ts';

/** Conditions for an account's fills; null for all. */
export interface OwnFillFilter extends IdRange {
  /** The account whose orders count, also as a key of another's wallet. */
  readonly account: number;
  readonly wallets: readonly number[];
  /** The only wallet that counts, of any account. */
  readonly wallet: number | null;
  readonly market: number | null;
  readonly outcome: number | null;
}

const KINDS: readonly FillKind[] = [0, 1, 2, 3];

/**
 * Ids of at most `limit` own fills, newest first. Fills of a wallet that keys trade for are found by the account from the
 * first order of a key on, and by the wallet before.
 */
export async function selectOwnFillIds(database: ReadStore, filter: OwnFillFilter, limit: number): Promise<number[]> {
  const { wallets, wallet: only, market, outcome, from, below } = filter;
  const searched = only === null ? wallets : wallets.filter((wallet) => wallet === only);
  const since = await sharedSince(database, searched);
  const streams = searched.flatMap((wallet) =>
    KINDS.map(
      (kind): Stream =>
        async (beneath, count) => {
          const end = Math.min(beneath, below, since.get(wallet) ?? below);
          const query = ownFillIds(database, { wallet, market, kind }, outcome, from, end, count);
          return (await query.execute()).map(({ id }) => id);
        },
    ),
  );
  const signed: Stream = async (beneath, count) => {
    const query = signedFillIds(database, filter, Math.min(beneath, below), count);
    return (await query.execute()).map(({ id }) => id);
  };
  return mergeDescending([...streams, signed], limit, 0);
}

/** The smallest id that a key's fill may have, for each of the wallets that keys trade for. */
async function sharedSince(database: ReadStore, wallets: readonly number[]): Promise<Map<number, number>> {
  if (wallets.length === 0) return new Map();
  const rows = await database.selectFrom('shared_wallets').selectAll().where('wallet', 'in', wallets).execute();
  return new Map(rows.map(({ wallet, since }) => [wallet, since * FILLS_PER_TRADE_MAX]));
}

/** One batch of the fills of shared wallets that the account signed. Exported so that a test can check its plan. */
export function signedFillIds(
  database: ReadStore,
  { account, wallet, market, outcome, from }: Omit<OwnFillFilter, 'wallets' | 'below'>,
  below: number,
  count: number,
) {
  let query = database
    .selectFrom('shared_fills')
    .select('id')
    .where('account', '=', account)
    .where('id', '<', below)
    .where('id', '>=', from)
    .orderBy('id', 'desc')
    .limit(count);
  if (wallet !== null) query = query.where('wallet', '=', wallet);
  if (market !== null) query = query.where('market', '=', market);
  return outcome === null ? query : query.where('outcome', '=', outcome);
}

/** One batch of a stream. Exported so that a test can check its plan. */
export function ownFillIds(
  database: ReadStore,
  stream: FillStream,
  outcome: number | null,
  from: number,
  below: number,
  count: number,
) {
  const query = fillIdsBelow(database, stream, below, count).where('id', '>=', from);
  return outcome === null ? query : query.where('outcome', '=', outcome);
}

/** Fills of one account within one trade. */
export interface OwnPart {
  readonly sequence: number;
  /** Newest id first; a taker's own fill is the only one. */
  readonly fillIds: readonly number[];
}

/** Fills read at a time while their trades are counted. */
const BATCH = 256;

/** Parts of an account in its latest `limit` trades, newest first; each part is complete. */
export async function selectOwnParts(database: ReadStore, filter: OwnFillFilter, limit: number): Promise<OwnPart[]> {
  const parts = new Map<number, number[]>();
  let below = filter.below;
  for (;;) {
    const ids = await selectOwnFillIds(database, { ...filter, below }, BATCH);
    for (const id of ids) {
      const sequence = sequenceOfFill(id);
      const part = parts.get(sequence);
      if (part !== undefined) part.push(id);
      // All parts before this trade are complete now.
      else if (parts.size === limit) return listed(parts);
      else parts.set(sequence, [id]);
    }
    const last = ids[BATCH - 1];
    if (last === undefined) return listed(parts);
    below = last;
  }
}

const listed = (parts: ReadonlyMap<number, readonly number[]>): OwnPart[] =>
  [...parts].map(([sequence, fillIds]) => ({ sequence, fillIds }));

/** All columns of fills, by id. */
export async function selectWholeFills(database: ReadStore, ids: readonly number[]): Promise<Map<number, FillRow>> {
  const rows = await selectInChunks(ids, (chunk) => database.selectFrom('fills').selectAll().where('id', 'in', chunk));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notifications that an account has dropped: every id up to `upTo`, -1 for none, and some ids. */
export async function selectNotificationDrops(database: ReadStore, account: number) {
  const row = await database
    .selectFrom('notification_drops')
    .select(['up_to', 'ids'])
    .where('account', '=', account)
    .executeTakeFirst();
  return row === undefined ? { upTo: -1, ids: [] } : { upTo: row.up_to, ids: JSON.parse(row.ids) as number[] };
}

/** Queries for the trading wallet: open and closed positions, deposits, history and the value curve. */
import type { UserActivity, UserPosition } from '@bellwether/sdk';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Account, isSame } from '../account/account-queries.ts';
import { toMicros } from '../format/decimal.ts';
import { readMarketNames } from '../orders/market-names.ts';
import { byOffset, KEYS } from '../venue/keys.ts';
import { type Curve, type PricePoint, valueCurve } from './value-curve.ts';

/** Refetch interval; displayed prices change without any action of the account. */
export const RENEW_MS = 20_000;
const POSITIONS_MAX = 1_000;
const CLOSED_SHOWN = 50;
const HISTORY_PAGE = 40;
/** Maximum number of payouts in a notice; a longer one would not be read. */
const PAYOUTS_READ = 50;
/** Limits of the curve. A longer history or more markets would need too many reads, so no curve is drawn. */
const CURVE_ROWS_MAX = 2_000;
const CURVE_MARKETS_MAX = 60;
/** Limit of the statement. A longer history would need more than twenty reads. */
const LEDGER_ROWS_MAX = 10_000;
/** Lets the curve and the statement share one read. */
const LEDGER_STALE_MS = 2_000;
const TOKENS_PER_READ = 20;

const keyOf = ({ address, wallet }: Account, name: string, ...more: readonly string[]) =>
  [...KEYS.account(address), 'portfolio', name, wallet, ...more] as const;

/** A read of what belongs to the trading wallet; the venue may answer for all wallets of the account. */
const ofWallet = <Row extends { readonly proxyWallet: string }>(
  account: Account,
  key: readonly [name: string, ...more: string[]],
  read: (call: { readonly signal: AbortSignal }) => Promise<readonly Row[]>,
) =>
  queryOptions({
    queryKey: keyOf(account, ...key),
    queryFn: async ({ signal }) =>
      (await read({ signal })).filter(({ proxyWallet }) => isSame(proxyWallet, account.wallet)),
  });

export const positionsOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'positions'),
    queryFn: async ({ signal }): Promise<readonly UserPosition[]> => {
      const positions: UserPosition[] = [];
      const all = account.client.positions.each(
        { user: account.wallet, sizeThreshold: 0, sortBy: 'CURRENT' },
        { signal },
      );
      for await (const position of all) {
        if (isSame(position.proxyWallet, account.wallet)) positions.push(position);
        if (positions.length >= POSITIONS_MAX) break;
      }
      return positions;
    },
    refetchInterval: RENEW_MS,
  });

export const closedOfWallet = (account: Account) =>
  ofWallet(account, ['closed'], (call) =>
    account.client.positions.closed({ user: account.wallet, limit: CLOSED_SHOWN, sortBy: 'TIMESTAMP' }, call),
  );

/** Payouts of the wallet, newest first: one row per outcome it held, including lost ones. */
export const payoutsOfWallet = (account: Account) => ({
  ...ofWallet(account, ['payouts'], (call) =>
    account.client.positions.activity({ user: account.wallet, type: ['REDEEM'], limit: PAYOUTS_READ }, call),
  ),
  staleTime: RENEW_MS,
});

export const positionsInMarket = (account: Account, conditionId: string) =>
  ofWallet(account, ['market-positions', conditionId], (call) =>
    account.client.positions.list({ user: account.wallet, market: [conditionId], sizeThreshold: 0 }, call),
  );

/** Payouts of one market to the wallet, including lost ones. */
export const payoutsInMarket = (account: Account, conditionId: string) =>
  ofWallet(account, ['market-payouts', conditionId], (call) =>
    account.client.positions.activity({ user: account.wallet, market: [conditionId], type: ['REDEEM'] }, call),
  );

/** Deposits minus withdrawals, in millionths. */
export const depositsOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'deposits'),
    queryFn: async ({ signal }): Promise<bigint> => {
      let sum = 0n;
      const rows = account.client.positions.eachActivity(
        { user: account.wallet, type: ['DEPOSIT', 'WITHDRAWAL'] },
        { signal },
      );
      for await (const { proxyWallet, type, size } of rows) {
        if (!isSame(proxyWallet, account.wallet)) continue;
        sum += (type === 'DEPOSIT' ? 1n : -1n) * (toMicros(size) ?? 0n);
      }
      return sum;
    },
  });

/** The account's history, newest first. The signer's own wallet gets that of all wallets of the account. */
export const historyOfAccount = (account: Account) =>
  infiniteQueryOptions({
    queryKey: keyOf(account, 'history'),
    queryFn: ({ pageParam, signal }) =>
      account.client.positions.activity({ user: account.wallet, limit: HISTORY_PAGE, offset: pageParam }, { signal }),
    ...byOffset(HISTORY_PAGE),
  });

/** All rows that changed the wallet's cash, oldest first. `isWhole` is false if they are too many to read. */
interface WalletLedger {
  readonly rows: readonly UserActivity[];
  readonly isWhole: boolean;
}

export const ledgerOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'ledger'),
    queryFn: async ({ signal }): Promise<WalletLedger> => {
      const rows: UserActivity[] = [];
      const all = account.client.positions.eachActivity({ user: account.wallet, sortDirection: 'ASC' }, { signal });
      for await (const row of all) {
        if (rows.length >= LEDGER_ROWS_MAX) return { rows, isWhole: false };
        if (isSame(row.proxyWallet, account.wallet)) rows.push(row);
      }
      return { rows, isWhole: true };
    },
  });

/** `curve` is null if no accurate one can be drawn; `why` is the reason. */
interface CurveAnswer {
  readonly curve: Curve | null;
  readonly why: string;
}

export const curveOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'curve'),
    queryFn: ({ signal, client }) => readCurve(account, signal, client),
    refetchInterval: 3 * RENEW_MS,
  });

async function readCurve(account: Account, signal: AbortSignal, queries: QueryClient): Promise<CurveAnswer> {
  const none = (why: string): CurveAnswer => ({ curve: null, why });
  const { rows: activity, isWhole } = await queries.fetchQuery({
    ...ledgerOfWallet(account),
    staleTime: LEDGER_STALE_MS,
  });
  if (!isWhole || activity.length > CURVE_ROWS_MAX) return none('The history is too long to be drawn here.');
  const [first] = activity;
  if (first === undefined) return none('The curve begins with the first deposit.');
  const markets = [...new Set(activity.map(({ conditionId }) => conditionId).filter((id) => id !== ''))];
  if (markets.length > CURVE_MARKETS_MAX) return none('There are too many markets in it to be drawn here.');
  const now = Math.floor(account.client.venue.now() / 1_000);
  const prices = await readPrices(account, markets, first.timestamp, now, signal);
  const curve = valueCurve({ activity, prices, now });
  if (curve === null) return none('Conversions are in the history; what they gave is not part of it.');
  return { curve, why: '' };
}

async function readPrices(
  { client }: Account,
  markets: readonly string[],
  from: number,
  now: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly PricePoint[]>> {
  const names = await readMarketNames(client, markets, signal);
  const known = markets.flatMap((id) => {
    const tokenId = names.get(id)?.tokenId ?? '';
    return tokenId === '' ? [] : [{ id, tokenId }];
  });
  const batches = Array.from({ length: Math.ceil(known.length / TOKENS_PER_READ) }, (_, index) =>
    known.slice(index * TOKENS_PER_READ, (index + 1) * TOKENS_PER_READ),
  );
  const answers = await Promise.all(
    batches.map((batch) =>
      client.prices.histories(
        { markets: batch.map(({ tokenId }) => tokenId), start_ts: from - 60, fidelity: fidelityOf(now - from) },
        { signal },
      ),
    ),
  );
  return new Map(
    batches.flatMap((batch, index) => batch.map(({ id, tokenId }) => [id, answers[index]?.[tokenId] ?? []])),
  );
}

const MINUTE = 60;
const DAY = 86_400;

/** Returns the minutes between two points: about 300 points for the span, but no finer than the venue stores prices. */
function fidelityOf(seconds: number): number {
  const least = seconds > 399 * DAY ? 1_440 : seconds > 31 * DAY ? 60 : seconds > 14 * DAY ? 5 : 1;
  return Math.max(least, Math.ceil(seconds / MINUTE / 300));
}

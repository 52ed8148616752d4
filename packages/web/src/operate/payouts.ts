/** Exact preview of the payouts when a market is resolved. Pure. */
import { HOLDERS_LIMIT_MAX, type Holder } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { readTyped } from '../format/typed-number.ts';

/** Payout of one share of each outcome in ten-thousandths. The two add up to 10000. */
export type PayoutPair = readonly [number, number];

export const PAYOUT_ONE = 10_000;

/** A market whose holders are paid. */
export interface OpenAnswer {
  readonly conditionId: string;
  /** Name of the market within the event. */
  readonly label: string;
  readonly outcomeLabels: readonly [string, string];
}

export interface Payee {
  readonly answer: OpenAnswer;
  readonly wallet: string;
  readonly name: string;
  readonly outcome: 0 | 1;
  readonly shares: string;
  /** Payout as a decimal, truncated at the sixth place like the venue's. */
  readonly payout: string;
  readonly payoutMicros: bigint;
}

export interface PayoutSummary {
  /** Holdings by payout, largest first; those that get nothing come last. */
  readonly payees: readonly Payee[];
  readonly total: string;
  /** Number of accounts that are paid something, and of those that get nothing at all. */
  readonly paid: number;
  readonly unpaid: number;
}

/** Summarizes the payouts of some markets. `holders` and `payouts` are in the order of `answers`. */
export function summarizePayouts(
  answers: readonly OpenAnswer[],
  holders: readonly HolderGroups[],
  payouts: readonly PayoutPair[],
): PayoutSummary {
  const payees = answers.flatMap((answer, index) =>
    (holders[index] ?? []).flatMap((group) =>
      group.holders.map((holder): Payee => {
        const outcome = holder.outcomeIndex === 0 ? 0 : 1;
        const micros = toMicros(holder.amount) ?? 0n;
        const payoutMicros = (micros * BigInt(payouts[index]?.[outcome] ?? 0)) / BigInt(PAYOUT_ONE);
        const name = holder.displayUsernamePublic && holder.name !== '' ? holder.name : holder.pseudonym;
        const [shares, payout] = [fromMicros(micros), fromMicros(payoutMicros)];
        return { answer, wallet: holder.proxyWallet, name, outcome, shares, payout, payoutMicros };
      }),
    ),
  );
  payees.sort(
    (left, right) => Number(right.payoutMicros > left.payoutMicros) - Number(right.payoutMicros < left.payoutMicros),
  );
  const paid = new Set(payees.filter(({ payoutMicros }) => payoutMicros > 0n).map(({ wallet }) => wallet)).size;
  return {
    payees,
    total: fromMicros(payees.reduce((sum, { payoutMicros }) => sum + payoutMicros, 0n)),
    paid,
    unpaid: new Set(payees.map(({ wallet }) => wallet)).size - paid,
  };
}

/** Sums the shares of an outcome. */
export const heldOf = (payees: readonly Payee[], of: number): string =>
  fromMicros(payees.reduce((sum, { outcome, shares }) => sum + (outcome === of ? (toMicros(shares) ?? 0n) : 0n), 0n));

/** Parses the payout of the first outcome to ten-thousandths; null if it is not valid. */
export function readSplit(text: string): number | null {
  const typed = readTyped(text);
  if (typed.kind !== 'number' || typed.micros > 1_000_000n || typed.micros % 100n !== 0n) return null;
  return Number(typed.micros / 100n);
}

/** Formats a payout in ten-thousandths as a decimal. */
export const payoutText = (payout: number): string => fromMicros(BigInt(payout) * 100n);

type HolderFacts = Pick<
  Holder,
  'proxyWallet' | 'name' | 'pseudonym' | 'displayUsernamePublic' | 'outcomeIndex' | 'amount'
>;

export type HolderGroups = readonly { readonly holders: readonly HolderFacts[] }[];

/** True if there may be more holders than the venue lists. `groups` must be read with the maximum limit. */
export function isPartial(groups: HolderGroups): boolean {
  return groups.reduce((count, { holders }) => count + holders.length, 0) >= HOLDERS_LIMIT_MAX;
}

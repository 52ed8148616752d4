/** Exact preview of the payouts when a market is resolved. Pure. */
import { HOLDERS_LIMIT_MAX, type Holder } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { readTyped } from '../format/typed-number.ts';

/** Payout of one share of each outcome in ten-thousandths. The two add up to 10000. */
export type PayoutPair = readonly [number, number];

export const PAYOUT_ONE = 10_000;

export interface Payee {
  readonly wallet: string;
  readonly name: string;
  readonly outcome: 0 | 1;
  readonly shares: string;
  /** Payout as a decimal, truncated at the sixth place like the venue's. */
  readonly payout: string;
  readonly payoutMicros: bigint;
}

export interface PayoutSummary {
  /** Largest payout first; holders who get nothing come last. */
  readonly payees: readonly Payee[];
  readonly total: string;
  /** Total shares held of each outcome. */
  readonly shares: readonly [string, string];
  readonly paid: number;
  readonly unpaid: number;
}

export function summarizePayouts(groups: HolderGroups, payouts: PayoutPair): PayoutSummary {
  const payees: Payee[] = [];
  const shares: [bigint, bigint] = [0n, 0n];
  for (const holder of groups.flatMap(({ holders }) => holders)) {
    const outcome = holder.outcomeIndex === 0 ? 0 : 1;
    const micros = toMicros(holder.amount) ?? 0n;
    shares[outcome] += micros;
    const payoutMicros = (micros * BigInt(payouts[outcome])) / BigInt(PAYOUT_ONE);
    payees.push({
      wallet: holder.proxyWallet,
      name: holder.displayUsernamePublic && holder.name !== '' ? holder.name : holder.pseudonym,
      outcome,
      shares: fromMicros(micros),
      payout: fromMicros(payoutMicros),
      payoutMicros,
    });
  }
  payees.sort((left, right) => compare(right.payoutMicros, left.payoutMicros));
  const paid = payees.filter(({ payoutMicros }) => payoutMicros > 0n).length;
  const total = payees.reduce((sum, { payoutMicros }) => sum + payoutMicros, 0n);
  return {
    payees,
    total: fromMicros(total),
    shares: [fromMicros(shares[0]), fromMicros(shares[1])],
    paid,
    unpaid: payees.length - paid,
  };
}

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0);

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

/** Statement of a wallet's cash changes, summed by kind to the millionth and compared with its balance. Pure. */
import type { UserActivity } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';

type Row = Pick<UserActivity, 'type' | 'side' | 'usdcSize' | 'fee' | 'cashChange'>;

interface StatementLine {
  readonly name: string;
  /** Change of the cash in millionths, signed. */
  readonly change: bigint;
}

export interface CashStatement {
  readonly lines: readonly StatementLine[];
  readonly count: number;
  /** Total: the cash, free and held, at the end of this history. */
  readonly sum: bigint;
}

const NAMES = [
  ...(['Deposited', 'Withdrawn', 'Bought', 'Sold', 'Fees', 'Split', 'Merged', 'Converted', 'Payouts'] as const),
  ...(['Refunds', 'Payouts taken back', 'Debt booked', 'Debt paid off'] as const),
] as const;
type Name = (typeof NAMES)[number];

const NAME_OF: Readonly<Record<Exclude<UserActivity['type'], 'TRADE'>, Name>> = {
  DEPOSIT: 'Deposited',
  WITHDRAWAL: 'Withdrawn',
  SPLIT: 'Split',
  MERGE: 'Merged',
  CONVERSION: 'Converted',
  REDEEM: 'Payouts',
  REFUND: 'Refunds',
  PAYOUT_ADDED: 'Payouts',
  PAYOUT_RECLAIMED: 'Payouts taken back',
  DEBT: 'Debt booked',
  DEBT_PAID: 'Debt paid off',
};

export function cashStatement(rows: readonly Row[]): CashStatement {
  const sums = new Map<Name, bigint>();
  const add = (name: Name, change: bigint): void => void sums.set(name, (sums.get(name) ?? 0n) + change);
  for (const row of rows) {
    const change = changeOf(row);
    if (row.type !== 'TRADE') add(NAME_OF[row.type], change);
    else {
      const fee = toMicros(row.fee) ?? 0n;
      add(row.side === 'BUY' ? 'Bought' : 'Sold', change + fee);
      add('Fees', -fee);
    }
  }
  const lines = NAMES.map((name) => ({ name, change: sums.get(name) ?? 0n })).filter(({ change }) => change !== 0n);
  return { lines, count: rows.length, sum: lines.reduce((sum, { change }) => sum + change, 0n) };
}

/** Returns the cash change of a row, in millionths. */
export function changeOf({ cashChange }: Pick<Row, 'cashChange'>): bigint {
  return toMicros(cashChange) ?? 0n;
}

/** Returns the cash after each row. `rows` are newest first; `now` is the cash after the newest. */
export function cashAfter(rows: readonly Pick<Row, 'cashChange'>[], now: bigint): readonly bigint[] {
  let after = now;
  return rows.map((row) => {
    const own = after;
    after -= changeOf(row);
    return own;
  });
}

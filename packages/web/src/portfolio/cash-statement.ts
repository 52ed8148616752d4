/** What moved a wallet's cash, summed up by kind to the millionth: the lines of its history, held against its balance. Pure. */
import type { UserActivity } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';

type Row = Pick<UserActivity, 'type' | 'side' | 'usdcSize' | 'fee' | 'cashChange'>;

export interface StatementLine {
  readonly name: string;
  /** In millionths, with the sign of what it did to the cash. */
  readonly change: bigint;
}

export interface CashStatement {
  /** Kinds that moved anything, in the order they are told. */
  readonly lines: readonly StatementLine[];
  readonly count: number;
  /** All of it: the cash that this history ends with, free and held. */
  readonly sum: bigint;
}

const NAMES = ['Deposited', 'Withdrawn', 'Bought', 'Sold', 'Fees', 'Split', 'Merged', 'Converted', 'Payouts'] as const;
type Name = (typeof NAMES)[number];

const NAME_OF: Readonly<Record<Exclude<UserActivity['type'], 'TRADE'>, Name>> = {
  DEPOSIT: 'Deposited',
  WITHDRAWAL: 'Withdrawn',
  SPLIT: 'Split',
  MERGE: 'Merged',
  CONVERSION: 'Converted',
  REDEEM: 'Payouts',
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

/** What a row changed the cash by, in millionths. */
export function changeOf({ cashChange }: Pick<Row, 'cashChange'>): bigint {
  return toMicros(cashChange) ?? 0n;
}

/** Cash after each row; `rows` are latest first, and `now` is the cash after the first of them. */
export function cashAfter(rows: readonly Pick<Row, 'cashChange'>[], now: bigint): readonly bigint[] {
  let after = now;
  return rows.map((row) => {
    const own = after;
    after -= changeOf(row);
    return own;
  });
}

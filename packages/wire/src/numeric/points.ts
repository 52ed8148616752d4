/**
 * Points on a line of numbers or of time, as exact integers: millionths, or milliseconds since 1970. Numbers and dates
 * of questions, and the values that decide them.
 */
import type { LineKind } from '@bellwether/contract';
import { amountText } from '../forms/decimal.ts';
import { normalizeIsoDate } from '../forms/iso-date.ts';

/** Rules of a point, for error texts. */
export const POINT_RULES = {
  number: 'must be a number of at most 15 digits and 6 decimals',
  date: 'must be an ISO 8601 date such as 2026-03-01',
  either: 'must be a number of at most 15 digits and 6 decimals, or an ISO 8601 date such as 2026-03-01',
} as const;

const NUMBER = /^(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,6}))?$/;

/** A number (JSON or text), or an ISO 8601 date; null if the value is neither of the kind nor in its range. */
export function pointOf(kind: LineKind, value: unknown): bigint | null {
  if (typeof value !== 'string')
    return kind === 'number' && typeof value === 'number' ? pointOf(kind, String(value)) : null;
  if (kind === 'date') {
    const date = normalizeIsoDate(value);
    return date === null ? null : BigInt(Date.parse(date));
  }
  const match = NUMBER.exec(value);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`);
}

/** A number without trailing zeros, or the day of a date as `2026-03-01`. */
export function pointText(kind: LineKind, point: bigint): string {
  if (kind === 'date') return new Date(Number(point)).toISOString().slice(0, 10);
  return amountText(point);
}

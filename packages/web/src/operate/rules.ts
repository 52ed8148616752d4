/** Validation rules of the operator's forms. Each returns the problem, or null if the input is valid. Pure. */
import { SLUG_LENGTH_MAX, URL_LENGTH_MAX } from '@bellwether/contract';
import { fromMicros } from '../format/decimal.ts';
import { readTyped } from '../format/typed-number.ts';

export const FEE_RATE_MAX = 10_000;

/** Allowed tick sizes, coarsest first. */
export const TICKS = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'] as const;
export type Tick = (typeof TICKS)[number];

export function addressProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter a name and choose an account, or enter an address.';
  if (/^0x[0-9a-fA-F]{40}$/.test(text.trim())) return null;
  return text.trim().startsWith('0x')
    ? 'An address is 0x followed by 40 digits or letters a to f.'
    : 'Choose one of the accounts with this name, or enter an address.';
}

export function amountProblem(text: string): string | null {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return 'Enter an amount.';
  if (typed.kind === 'bad') return typed.reason;
  return typed.micros > 0n ? null : 'It must be more than 0.';
}

/** Validates a required text. `what` completes the problem, as in "Enter the title." */
export function requiredProblem(what: string, text: string, lengthMax: number): string | null {
  if (text.trim() === '') return `Enter ${what}.`;
  return lengthProblem(text, lengthMax);
}

export function lengthProblem(text: string, lengthMax: number): string | null {
  const excess = text.length - lengthMax;
  return excess > 0 ? `At most ${lengthMax} characters: ${excess} too many.` : null;
}

export function pictureProblem(url: string): string | null {
  const text = url.trim();
  if (text === '') return null;
  if (!/^https:\/\/[^\s]+$/.test(text)) return 'A picture needs an address that begins with https://.';
  return lengthProblem(text, URL_LENGTH_MAX);
}

export function slugProblem(slug: string): string | null {
  if (slug === '') return 'Enter an address, such as rain-on-saturday.';
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return 'Only small letters, digits and single dashes between them.';
  return lengthProblem(slug, SLUG_LENGTH_MAX);
}

export function feeProblem(text: string): string | null {
  const rate = readRate(text);
  if (rate === null) return 'A whole number from 0 to 10000: the rate in ten-thousandths.';
  return rate <= FEE_RATE_MAX ? null : `At most ${FEE_RATE_MAX}.`;
}

export function minimumSizeProblem(text: string): string | null {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return 'Enter a number of shares; 0 for none.';
  return typed.kind === 'bad' ? typed.reason : null;
}

/** Converts a typed number to the venue's format; empty if it is not a number. */
export function plainDecimal(text: string): string {
  const typed = readTyped(text);
  return typed.kind === 'number' ? fromMicros(typed.micros) : '';
}

/** Parses a typed whole number; null for anything else. */
export function readRate(text: string): number | null {
  const plain = plainDecimal(text);
  return /^[0-9]+$/.test(plain) ? Number(plain) : null;
}

/** Derives a slug from a title: lower-case letters, digits and dashes. */
export function slugFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}

/** Converts `datetime-local` text, in the user's time zone, to ISO UTC; '' if empty or invalid. */
export function isoOfLocal(local: string): string {
  if (local === '') return '';
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Converts ISO text to `datetime-local` text, to the minute; '' if empty or invalid. */
export function localOfIso(iso: string): string {
  const time = new Date(iso);
  if (iso === '' || Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

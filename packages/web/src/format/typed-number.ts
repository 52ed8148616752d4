/** Numbers as people type them where they live, to exact millionths, and back into a field. Pure. */
import { toMicros } from './decimal.ts';

const DECIMALS_MAX = 6;

/** How a locale writes numbers. */
export interface Separators {
  /** Before the decimals: `.` or `,`, in Arabic `٫`. */
  readonly decimal: string;
  /** Between thousands: `,`, `.`, a space, `’`; empty for none. */
  readonly group: string;
  /** Its digits, 0 first. */
  readonly digits: readonly string[];
}

/** Of the reader's own locale where none is named. */
export function separatorsOf(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    decimal: partOf('decimal') || '.',
    group: partOf('group'),
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
  };
}

const OWN = separatorsOf();

/** `empty` for nothing typed; `bad` with the reason for what is no plain number. */
export type Typed =
  | { readonly kind: 'number'; readonly micros: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string };

const bad = (reason: string): Typed => ({ kind: 'bad', reason });

/** Currency, units, spaces and marks of direction say nothing about the number; apostrophes only group it. */
const SILENT = /[\s$¢%_'’\u200e\u200f\u061c\u2066-\u2069]/g;

/**
 * A number as the reader's locale writes it, with or without separators between thousands. Another locale's decimal
 * point or comma is taken where it can mean nothing else: `12,5` everywhere, `1,000` only where a comma groups or
 * begins the decimals.
 */
export function readTyped(text: string, separators: Separators = OWN): Typed {
  const bare = latin(text, separators).replace(SILENT, '');
  if (bare === '') return { kind: 'empty' };
  const plain = withPoint(bare, separators);
  if (plain === null)
    return bad(`Write the number without separators between thousands, such as ${typedText('1234.5', separators)}.`);
  if (!/^[0-9]{1,12}(\.[0-9]*)?$/.test(plain)) return bad('This is not a number.');
  const fraction = plain.split('.')[1] ?? '';
  if (fraction.length > DECIMALS_MAX) return bad(`At most ${DECIMALS_MAX} decimals.`);
  const micros = toMicros(plain.replace(/\.$/, ''));
  return micros === null ? bad('This is not a number.') : { kind: 'number', micros };
}

/** A decimal of the venue as the reader would type it: with the locale's decimal sign and nothing between thousands. */
export function typedText(decimal: string, { decimal: sign }: Separators = OWN): string {
  return decimal.replace('.', sign);
}

/** The digits of the locale, and those that phones type in some of them, as Latin ones. */
function latin(text: string, { digits }: Separators): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const own = digits.indexOf(digit);
    if (own >= 0) return String(own);
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Arabic-Indic, Persian, Devanagari, Bengali and full-width digits: where the zeros stand. */
const ZEROS = [0x30, 0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10] as const;
const SIGNS = /[.,٫٬]/g;

/** With a point before the decimals and nothing else; null for what could mean two things. */
function withPoint(bare: string, { decimal, group }: Separators): string | null {
  const signs: readonly string[] = bare.match(SIGNS) ?? [];
  const [sign = '', ...more] = signs;
  if (sign === '') return bare;
  const isGrouped = new RegExp(`^[1-9][0-9]{0,2}([${group}][0-9]{2,3})*[${group}][0-9]{3}([${decimal}][0-9]*)?$`);
  if (/^[.,٬]$/.test(group) && signs.includes(group) && isGrouped.test(bare))
    return bare.replaceAll(group, '').replace(decimal, '.');
  if (more.length > 0) return null;
  if (sign !== decimal && /^[1-9][0-9]{0,2}[.,٫٬][0-9]{3}$/.test(bare)) return null;
  const [whole = '', fraction = ''] = bare.split(sign);
  return whole === '' && fraction === '' ? null : `${whole || '0'}.${fraction}`;
}

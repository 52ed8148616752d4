/** Parses numbers as people type them in their locale, to exact millionths, and formats them for a field. Pure. */
import { toMicros } from './decimal.ts';
import { CURRENCY } from './look.ts';

const DECIMALS_MAX = 6;

export interface Separators {
  /** Decimal sign: `.` or `,`, in Arabic `٫`. */
  readonly decimal: string;
  /** Thousands separator: `,`, `.`, a space or `’`; empty if there is none. */
  readonly group: string;
  /** The locale's digits, 0 first. */
  readonly digits: readonly string[];
}

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

/** `empty` if nothing was typed; `bad` with a reason if the text is not a plain number. */
export type Typed =
  | { readonly kind: 'number'; readonly micros: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string };

const bad = (reason: string): Typed => ({ kind: 'bad', reason });

/** Characters that are ignored: currency, units, spaces, direction marks and apostrophes. */
const SILENT = /[\s\p{Sc}¢%_'’\u200e\u200f\u061c\u2066-\u2069]/gu;

/**
 * Parses a number in the user's locale, with or without thousands separators. Another locale's decimal sign is accepted
 * where it is unambiguous: `12,5` everywhere, but `1,000` only where the comma groups thousands or is the decimal sign.
 */
export function readTyped(text: string, separators: Separators = OWN): Typed {
  const bare = latin(text.replaceAll(CURRENCY, ''), separators).replace(SILENT, '');
  if (bare === '') return { kind: 'empty' };
  const plain = withPoint(bare, separators);
  if (plain === null)
    return bad(`Write the number without separators between thousands, such as ${typedText('1234.5', separators)}.`);
  const isNumber = /^[0-9]{1,12}(\.[0-9]*)?$/.test(plain);
  if (isNumber && (plain.split('.')[1] ?? '').length > DECIMALS_MAX) return bad(`At most ${DECIMALS_MAX} decimals.`);
  const micros = isNumber ? toMicros(plain.replace(/\.$/, '')) : null;
  return micros === null
    ? bad(`Enter a number, such as ${typedText('12.5', separators)}.`)
    : { kind: 'number', micros };
}

/** Formats a decimal for an input field: with the locale's decimal sign and no thousands separators. */
export function typedText(decimal: string, { decimal: sign }: Separators = OWN): string {
  return decimal.replace('.', sign);
}

/** Converts the locale's digits, and other digits that phones type, to ASCII digits. */
function latin(text: string, { digits }: Separators): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const own = digits.indexOf(digit);
    if (own >= 0) return String(own);
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Code points of the zeros of the ASCII, Arabic-Indic, Persian, Devanagari, Bengali and full-width digits. */
const ZEROS = [0x30, 0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10] as const;
const SIGNS = /[.,٫٬]/g;

/** Returns the number with `.` as its decimal sign; null if it is ambiguous. */
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

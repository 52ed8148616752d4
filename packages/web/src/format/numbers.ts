/** Prices, percents, amounts and counts in the reader's locale, from exact decimals. Pure; no component in here. */
import { type Decimal, fromMicros, shiftDecimal, toMicros } from './decimal.ts';
import { isolated } from './isolate.ts';

/** What stands where there is no figure. */
export const NO_FIGURE = '–';

const makers = new Map<string, Intl.NumberFormat>();

function maker(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = makers.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(undefined, options);
  makers.set(key, made);
  return made;
}

/** Formats decimal text without a detour over floats. */
function formatExact(options: Intl.NumberFormatOptions, decimal: string): string {
  return isolated(maker(options).format(decimal as Intl.StringNumericLiteral));
}

function exactText(value: Decimal): string | null {
  const micros = toMicros(value);
  return micros === null ? null : fromMicros(micros);
}

const MONEY = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

/** Money to the cent, such as `$1,234.50`; fractions of a cent are cut towards zero. */
export function formatMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ ...MONEY, roundingMode: 'trunc' }, text);
}

/** Money as fine as the venue counts it, to the millionth and no less than cents: `$21.60`, `$0.00125`. */
export function formatExactMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ ...MONEY, maximumFractionDigits: 6 }, text);
}

/** Money with its sign, for profit and loss: `+$3.20`. */
export function formatSignedMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ ...MONEY, signDisplay: 'exceptZero' }, text);
}

/** The same with its sign: `−$21.609`. */
export function formatExactSignedMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null
    ? NO_FIGURE
    : formatExact({ ...MONEY, maximumFractionDigits: 6, signDisplay: 'exceptZero' }, text);
}

/** Money for narrow places: `$1.2M`; below a thousand whole dollars. */
export function formatCompactMoney(value: Decimal): string {
  const text = exactText(value);
  if (text === null) return NO_FIGURE;
  return formatCompact(MONEY, text, 0);
}

/** Money at an axis whose labels are `step` apart: no finer than that needs, `$9,950` or `$1.25M`; with its sign for gains. */
export function formatTickMoney(value: number, step: number, isSigned = false): string {
  const digits = step < 1 ? 2 : 0;
  return maker({
    ...MONEY,
    ...(isSigned && { signDisplay: 'exceptZero' }),
    ...(step >= 1_000
      ? { notation: 'compact', maximumFractionDigits: 3 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  }).format(value);
}

/** Shares, with at most two decimals: `1,250.5`. */
export function formatShares(value: Decimal, maximumFractionDigits = 2): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ maximumFractionDigits, roundingMode: 'trunc' }, text);
}

/** Shortened where the locale has a short form; else plain, with at most `maximumFractionDigits`. */
function formatCompact(style: Intl.NumberFormatOptions, text: string, maximumFractionDigits: number): string {
  const compact: Intl.NumberFormatOptions = { ...style, notation: 'compact', maximumFractionDigits: 1 };
  const parts = maker(compact).formatToParts(text as Intl.StringNumericLiteral);
  return parts.some(({ type }) => type === 'compact')
    ? formatExact(compact, text)
    : formatExact({ ...style, maximumFractionDigits }, text);
}

/** Shares for narrow places: `12.5K`. */
export function formatCompactShares(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatCompact({}, text, 1);
}

export function formatCount(value: number): string {
  return maker({ maximumFractionDigits: 0 }).format(value);
}

/** A price of 0..1 in cents, as fine as it is: `63¢`, `2.5¢`; fewer decimals where there is little room. */
export function formatCents(price: Decimal, maximumFractionDigits = 2): string {
  if (toMicros(price) === null) return NO_FIGURE;
  return `${formatExact({ maximumFractionDigits }, shiftDecimal(price, 2))}¢`;
}

/** A price of 0..1 as a chance: whole percents, and `<1%` or `>99%` near the ends. */
export function formatPercent(price: Decimal): string {
  const micros = toMicros(price);
  if (micros === null) return NO_FIGURE;
  const percent = maker({ style: 'percent', maximumFractionDigits: 0 });
  if (micros > 0n && micros < 10_000n) return `<${percent.format(0.01)}`;
  if (micros > 990_000n && micros < 1_000_000n) return `>${percent.format(0.99)}`;
  return percent.format(fromMicros(micros) as Intl.StringNumericLiteral);
}

/** A chance at an axis, to the tenth of a percent. */
export function formatTickPercent(value: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 1 }).format(value);
}

/** A change of a price in points with its sign: `+3.5`; null-like changes are `0`. */
export function formatPoints(change: number): string {
  return maker({ maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(change * 100);
}

/** A ratio that is in percent already, with its sign: `+12.5%`. */
export function formatSignedPercent(percent: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent / 100);
}

/** A fee rate in ten-thousandths: `2%`. */
export function formatRate(rate: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
}

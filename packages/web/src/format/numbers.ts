/** Formats exact decimals as prices, percents, amounts and counts in the user's locale. Pure. */
import { type Decimal, fromMicros, shiftDecimal, toMicros } from './decimal.ts';
import { isolated } from './isolate.ts';
import { CURRENCY } from './look.ts';

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

/** Formats a decimal string without converting it to a float. */
function formatExact(options: Intl.NumberFormatOptions, decimal: string): string {
  return isolated(figureText(options, decimal as Intl.StringNumericLiteral));
}

function exactText(value: Decimal): string | null {
  const micros = toMicros(value);
  return micros === null ? null : fromMicros(micros);
}

/** All money is rounded down, losses too: an amount that a user owns is never shown larger than it is. */
const MONEY = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', roundingMode: 'floor' } as const;

/** The last letter of words such as `acorns`, which one of them lacks. Of `cookies` or `kudus` nobody knows. */
const PLURAL = /(?<![isu]|(?:ch|sh|[iosxz])e)s$/;

/** Text of a figure. In money, the venue's sign replaces the locale's; a word follows the figure, or is left out. */
export function figureText(
  options: Intl.NumberFormatOptions,
  value: number | Intl.StringNumericLiteral,
  currency = CURRENCY,
  hasWord = true,
): string {
  if (options.style !== 'currency' || currency === '$') return maker(options).format(value);
  const parts = maker(options).formatToParts(value);
  const isWord = /^\p{L}{2}/u.test(currency);
  const text = parts.map((part) => (part.type !== 'currency' ? part.value : isWord ? '' : currency)).join('');
  if (!isWord) return text;
  const figure = text.trim();
  const word = /^[+-]?1$/.test(figure) ? currency.replace(PLURAL, '') : currency;
  return hasWord ? `${figure}\u00a0${word}` : figure;
}

/** Formats money to the cent, such as `$1,234.50`. */
export function formatMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact(MONEY, text);
}

const CENT = 10_000n;

/** Returns the part of an amount, in millionths, that `formatMoney` shows. */
export const shownMicros = (micros: bigint): bigint => micros - (((micros % CENT) + CENT) % CENT);

/** Returns the profit to show beside a value: what is shown of the value less what is shown of its cost. */
export function shownProfit(value: Decimal, profit: Decimal): string {
  const [all, gain] = [toMicros(value), toMicros(profit)];
  if (all === null || gain === null) return '';
  return fromMicros(shownMicros(all) - shownMicros(all - gain));
}

/** Formats money with up to six decimals, at least to the cent: `$21.60`, `$0.00125`. */
export function formatExactMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ ...MONEY, maximumFractionDigits: 6 }, text);
}

/** Formats money with a sign, for profit and loss: `+$3.20`. */
export function formatSignedMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatExact({ ...MONEY, signDisplay: 'exceptZero' }, text);
}

/** Formats signed money with up to six decimals: `−$21.609`. */
export function formatExactSignedMoney(value: Decimal): string {
  const text = exactText(value);
  return text === null
    ? NO_FIGURE
    : formatExact({ ...MONEY, maximumFractionDigits: 6, signDisplay: 'exceptZero' }, text);
}

/** Formats money compactly, such as `$1.2M`; below a thousand, in whole dollars. */
export function formatCompactMoney(value: Decimal): string {
  const text = exactText(value);
  if (text === null) return NO_FIGURE;
  return formatCompact(MONEY, text, 0);
}

/** Formats a tick of a money axis, no finer than its step needs: `$9,950` or `$1.25M`. Signed for gains. */
export function formatTickMoney(value: number, step: number, isSigned = false): string {
  const digits = step < 1 ? 2 : 0;
  const options: Intl.NumberFormatOptions = {
    ...MONEY,
    ...(isSigned && { signDisplay: 'exceptZero' }),
    ...(step >= 1_000
      ? { notation: 'compact', maximumFractionDigits: 3 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  };
  // The tick of a step is a float: -0.3 may be a little less. An axis has no room for a word.
  return figureText(options, value.toFixed(6) as Intl.StringNumericLiteral, CURRENCY, false);
}

/** Formats shares, by default with at most two decimals, and with their word if one is given: `1,250.5`, `1 share`. */
export function formatShares(value: Decimal, maximumFractionDigits = 2, word?: 'share' | 'pair'): string {
  const text = exactText(value);
  const figure = text === null ? NO_FIGURE : formatExact({ maximumFractionDigits, roundingMode: 'trunc' }, text);
  return word === undefined ? figure : `${figure} ${word}${figure === formatShares(1) ? '' : 's'}`;
}

/** Formats compactly if the locale has a short form; otherwise plainly, with at most `maximumFractionDigits`. */
function formatCompact(style: Intl.NumberFormatOptions, text: string, maximumFractionDigits: number): string {
  const compact: Intl.NumberFormatOptions = { ...style, notation: 'compact', maximumFractionDigits: 1 };
  const parts = maker(compact).formatToParts(text as Intl.StringNumericLiteral);
  return parts.some(({ type }) => type === 'compact')
    ? formatExact(compact, text)
    : formatExact({ ...style, maximumFractionDigits }, text);
}

/** Formats shares compactly, such as `12.5K`. */
export function formatCompactShares(value: Decimal): string {
  const text = exactText(value);
  return text === null ? NO_FIGURE : formatCompact({}, text, 1);
}

export function formatCount(value: number): string {
  return formatFigure(value, 0);
}

/** Formats a number that is no money: seconds, speeds, rates. */
export function formatFigure(value: number, maximumFractionDigits: number): string {
  return maker({ maximumFractionDigits }).format(value);
}

/** Formats a price of 0..1 in cents: `63¢`, `2.5¢`. `maximumFractionDigits` limits the decimals. */
export function formatCents(price: Decimal, maximumFractionDigits = 2): string {
  if (toMicros(price) === null) return NO_FIGURE;
  return `${formatExact({ maximumFractionDigits }, shiftDecimal(price, 2))}¢`;
}

/** Formats a price of 0..1 as a chance in whole percents, with `<1%` and `>99%` near the ends. */
export function formatPercent(price: Decimal): string {
  const micros = toMicros(price);
  if (micros === null) return NO_FIGURE;
  const percent = maker({ style: 'percent', maximumFractionDigits: 0 });
  if (micros > 0n && micros < 10_000n) return `<${percent.format(0.01)}`;
  if (micros > 990_000n && micros < 1_000_000n) return `>${percent.format(0.99)}`;
  return percent.format(fromMicros(micros) as Intl.StringNumericLiteral);
}

/** Formats a chance on an axis, to a tenth of a percent. */
export function formatTickPercent(value: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 1 }).format(value);
}

/** Formats a price change of -1..1 as signed points: `+3.5`. A change that rounds to zero is `0`. */
export function formatPoints(change: number): string {
  return maker({ maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(change * 100);
}

/** The word behind `formatPoints`: one point, two points, and 0.5 points. */
export function pointsWord(change: number | null): string {
  return change !== null && Math.abs(Math.round(change * 1000)) === 10 ? 'point' : 'points';
}

/** Formats a number that is already in percent, with its sign: `+12.5%`. */
export function formatSignedPercent(percent: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent / 100);
}

/** Formats a part of 0..1 to a hundredth of a percent: `2.5%`. */
export function formatPart(part: number): string {
  return maker({ style: 'percent', maximumFractionDigits: 2 }).format(part);
}

/** Formats a fee rate given in ten-thousandths: `2%`. */
export function formatRate(rate: number): string {
  return formatPart(rate / 10_000);
}

/** `1 person`, `2 people`. */
export const formatPeople = (count: number): string => (count === 1 ? '1 person' : `${formatCount(count)} people`);

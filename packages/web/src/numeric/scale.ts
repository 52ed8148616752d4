/** The scale of a numeric question as the page shows and reads it. Pure. */
import type { Event, LineKind } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatFigure } from '../format/numbers.ts';
import { formatDay } from '../format/time.ts';
import { readTyped } from '../format/typed-number.ts';
import type { Quantile } from './density.ts';

export interface Scale {
  readonly kind: LineKind;
  /** Ascending, one fewer than there are buckets: millionths, or Unix milliseconds of days in UTC. */
  readonly edges: readonly bigint[];
  /** Empty for none. */
  readonly unit: string;
}

/** Returns the scale of an event; null if it is not numeric. */
export function scaleOf({ eventMetadata, markets }: Pick<Event, 'eventMetadata' | 'markets'>): Scale | null {
  const { numeric } = eventMetadata as { readonly numeric?: Record<'kind' | 'edges' | 'unit', unknown> };
  if (!Array.isArray(numeric?.edges) || numeric.edges.length + 1 !== markets.length) return null;
  const kind = numeric.kind === 'date' ? 'date' : 'number';
  const edges = numeric.edges.map((edge) => pointOf(kind, String(edge)));
  return edges.includes(null) ? null : { kind, edges: edges as bigint[], unit: String(numeric.unit ?? '') };
}

/** Converts a decimal or an ISO day to a point; null for anything else. */
function pointOf(kind: LineKind, text: string): bigint | null {
  if (kind === 'number') return toMicros(text);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : BigInt(time);
}

/** Reads a value as it is typed in the user's locale, or picked as a day; null if it is none. */
export function readPoint(kind: LineKind, text: string): bigint | null {
  if (kind === 'date') return pointOf(kind, text.trim());
  const [, sign = '', rest = ''] = /^\s*([-−]?)(.*)$/.exec(text) ?? [];
  const typed = readTyped(rest);
  return typed.kind !== 'number' ? null : sign === '' ? typed.micros : -typed.micros;
}

/** Converts a point to a decimal or an ISO day. */
export const plainPoint = (kind: LineKind, point: bigint): string =>
  kind === 'date' ? new Date(Number(point)).toISOString().slice(0, 10) : fromMicros(point);

/** The bucket that contains a point: each includes its lower edge. */
export const bucketOf = ({ edges }: Pick<Scale, 'edges'>, point: bigint): number =>
  edges.filter((edge) => edge <= point).length;

/** A whole number and its decimal places, in millionths. */
const UNITS = [1_000_000n, 100_000n, 10_000n, 1_000n, 100n, 10n, 1n];

/** Formats a point with its unit; between edges one decimal more than they have. */
export function pointWords({ kind, edges, unit }: Scale, point: number | bigint): string {
  if (kind === 'date') return formatDay(Number(point));
  const decimals = UNITS.findIndex((part) => edges.every((edge) => edge % part === 0n));
  const figure = formatFigure(Number(point) / 1_000_000, decimals + (typeof point === 'number' ? 1 : 0));
  return unit === '' ? figure : `${figure}\u00a0${unit}`;
}

export function quantileWords(scale: Scale, { point, tail }: Quantile): string {
  if (tail === null) return pointWords(scale, point);
  return tail === 'below' ? rangeWords(scale, null, BigInt(point)) : rangeWords(scale, BigInt(point), null);
}

/** Words of each bucket. */
export const bucketWords = (scale: Scale): readonly string[] =>
  [null, ...scale.edges].map((from, bucket) => rangeWords(scale, from, scale.edges[bucket] ?? null));

/** Words such as `2 % to below 4 %`; null for no bound. The lower bound is included. */
export function rangeWords(scale: Scale, from: bigint | null, to: bigint | null): string {
  const [below, more] = scale.kind === 'date' ? ['before', 'or later'] : ['below', 'or more'];
  const end = to === null ? '' : `${below} ${pointWords(scale, to)}`;
  if (from === null) return end;
  return to === null ? `${pointWords(scale, from)} ${more}` : `${pointWords(scale, from)} to ${end}`;
}

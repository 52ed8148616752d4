/**
 * Buckets of a numeric question: one below its first edge, one from each edge up to the next, and one from the last edge
 * on, so that each value is in exactly one. The event keeps its edges in `eventMetadata.numeric`; its markets are the
 * buckets in their order.
 */
import { isOutOfOrder, type LineKind, POINTS_OF } from '@bellwether/contract';
import { pointOf, pointText } from './points.ts';

export interface Buckets {
  readonly kind: LineKind;
  /** Ascending, one fewer than there are buckets. */
  readonly edges: readonly bigint[];
  /** '' for none. */
  readonly unit: string;
}

/** A bucket in words: its title within the event, and the end of its question. */
export type BucketText = { readonly title: string; readonly question: string };

/** Number of the bucket that contains a point, from 0. */
export function bucketOf(edges: readonly bigint[], point: bigint): number {
  const above = edges.findIndex((edge) => point < edge);
  return above < 0 ? edges.length : above;
}

/** Form of the buckets in `eventMetadata`. */
export const bucketsMetadata = ({ kind, edges, unit }: Buckets) => ({
  numeric: { kind, edges: edges.map((edge) => pointText(kind, edge)), unit },
});

/** The buckets in an event's metadata; null for an event without, or with other than `markets` of them. */
export function bucketsIn(metadata: { readonly numeric?: unknown }, markets: number): Buckets | null {
  const given = metadata.numeric as { readonly [Name in keyof Buckets]?: unknown } | null | undefined;
  if (!Array.isArray(given?.edges) || given.edges.length + 1 !== markets) return null;
  const kind = given.kind === 'date' ? 'date' : 'number';
  const edges = given.edges.map((edge) => pointOf(kind, edge));
  const areKnown = edges.every((edge) => edge !== null) && edges.findIndex(isOutOfOrder) < 0;
  return areKnown ? { kind, edges, unit: String(given.unit ?? '') } : null;
}

/** Words of each bucket. Days in titles are included; the question says to which bucket a number on an edge belongs. */
export function bucketTexts({ kind, edges, unit }: Buckets): BucketText[] {
  const [first, last] = [edges[0] as bigint, edges.at(-1) as bigint];
  const inner = edges.slice(1).map((to, index): [bigint, bigint] => [edges[index] as bigint, to]);
  const same = (title: string): BucketText => ({ title, question: title });
  if (kind === 'date')
    return [`Before ${day(first)}`, ...inner.map(([from, to]) => days(from, to)), `${day(last)} or later`].map(same);
  const text = (edge: bigint) => pointText(kind, edge);
  const of = unit === '' ? '' : ` ${unit}`;
  return [
    same(`Below ${text(first)}${of}`),
    ...inner.map(([from, to]) => ({
      title: `${text(from)} to ${text(to)}${of}`,
      question: `At least ${text(from)} and below ${text(to)}${of}`,
    })),
    same(`${text(last)}${of} or more`),
  ];
}

const dateText = (point: bigint, parts: Intl.DateTimeFormatOptions): string =>
  new Date(Number(point)).toLocaleDateString('en-GB', { ...parts, timeZone: 'UTC' });
const day = (point: bigint): string => dateText(point, { day: 'numeric', month: 'long', year: 'numeric' });

/** A year, quarter, month or day by its name, else its first and last day. */
function days(from: bigint, to: bigint): string {
  const [start, end] = [new Date(Number(from)), new Date(Number(to))];
  const areMonths = start.getUTCDate() === 1 && end.getUTCDate() === 1;
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const quarter = start.getUTCMonth() / 3;
  if (areMonths && months === 12 && quarter === 0) return dateText(from, { year: 'numeric' });
  if (areMonths && months === 3 && Number.isInteger(quarter)) return `Q${quarter + 1} ${start.getUTCFullYear()}`;
  if (areMonths && months === 1) return dateText(from, { month: 'long', year: 'numeric' });
  const last = day(to - POINTS_OF.date);
  return day(from) === last ? last : `${day(from)} to ${last}`;
}

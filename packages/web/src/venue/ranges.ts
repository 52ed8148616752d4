/** Time ranges of the charts. */
import type { HistoryInterval } from '@bellwether/contract';

export const RANGES = ['1H', '6H', '1D', '1W', 'ALL'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_INTERVALS: Readonly<Record<Range, HistoryInterval>> = {
  '1H': '1h',
  '6H': '6h',
  '1D': '1d',
  '1W': '1w',
  ALL: 'all',
};

/** Minutes between two points, for at most a few hundred points per range; undefined leaves it to the venue. */
export const RANGE_FIDELITY: Readonly<Record<Range, number | undefined>> = {
  '1H': 1,
  '6H': 1,
  '1D': 5,
  '1W': 30,
  ALL: undefined,
};

/** Length of the range in seconds; null for the whole history. */
export const RANGE_SECONDS: Readonly<Record<Range, number | null>> = {
  '1H': 3_600,
  '6H': 6 * 3_600,
  '1D': 86_400,
  '1W': 7 * 86_400,
  ALL: null,
};

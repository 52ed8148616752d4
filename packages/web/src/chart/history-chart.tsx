/** Chart of one or several outcomes with a range selector. Loads the histories and extends them live. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatPercent } from '../format/numbers.ts';
import { ErrorState } from '../ui/empty-state.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { lazyPart } from '../venue/load-part.ts';
import { historiesQuery } from '../venue/queries.ts';
import { RANGE_SECONDS, RANGES, type Range } from '../venue/ranges.ts';
import { useClient } from '../venue/venue-context.tsx';
import { useLiveSeries } from './use-live-history.ts';
import './price-chart.css';

/** Loaded in parallel: the rest of the panel is usable before the drawing code arrives. */
const PriceChart = lazyPart(async () => (await import('./price-chart.tsx')).PriceChart);

const OPTIONS = Object.fromEntries(RANGES.map((range) => [range, range]));

interface HistoryChartProps {
  /** At most 20 tokens with the names of their lines. A parent component follows their prices. */
  readonly tokens: readonly {
    readonly tokenId: string;
    readonly label: string;
    /** True if the market is over: the line ends with its history and ignores the empty book. */
    readonly isOver?: boolean;
  }[];
  readonly title: string;
  readonly height?: number;
}

export function HistoryChart({ tokens, title, height = 280 }: HistoryChartProps) {
  const [range, setRange] = useState<Range>('ALL');
  const tokenIds = useMemo(() => tokens.map(({ tokenId }) => tokenId), [tokens]);
  const query = useRange(tokenIds, range);
  const histories = useMemo(() => tokenIds.map((tokenId) => query.data?.[tokenId] ?? []), [query.data, tokenIds]);
  // A finished market gets an id that no feed knows, so that nothing is added to its line.
  const liveIds = useMemo(() => tokens.map(({ tokenId, isOver }) => (isOver ? `over:${tokenId}` : tokenId)), [tokens]);
  const series = useLiveSeries(liveIds, histories, RANGE_SECONDS[range]);
  const lines = useMemo(() => tokens.map(({ label }, colour) => ({ label, colour })), [tokens]);

  return (
    <section className='panel' aria-label={title}>
      <div className='panel__head chart-panel__head'>
        <h2>{title}</h2>
        <Segmented label='Span of time' value={range} options={OPTIONS} onChange={setRange} />
      </div>
      <div className='panel__body'>
        {query.data === undefined ? (
          query.error === null ? (
            <Skeleton height={height + 32} />
          ) : (
            <ErrorState
              title='The prices could not be read'
              text={errorText(query.error)}
              onRetry={() => void query.refetch()}
            />
          )
        ) : series[0].length < 2 ? (
          <p className='small faint grid chart-panel__none' style={{ height: height + 32 }}>
            No line yet. The chart begins with the first full minute in which there is a price.
          </p>
        ) : (
          <Suspense fallback={<Skeleton height={height + 32} />}>
            <PriceChart
              lines={lines}
              series={series}
              height={height}
              filled={lines.length === 1}
              label={chartLabel(title, tokens, series)}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/**
 * Loads the histories of a range. A range that starts before the first price shows the whole history and is loaded as
 * such. Ranges that show the same prices therefore draw the same line, whatever their own resolution.
 */
function useRange(tokenIds: readonly string[], range: Range) {
  const client = useClient();
  const clock = useClock();
  const seconds = RANGE_SECONDS[range];
  const whole = useQuery(historiesQuery(client, tokenIds, 'ALL'));
  const first = Math.min(...Object.values(whole.data ?? {}).flatMap((points) => points.slice(0, 1).map(({ t }) => t)));
  const isWhole = seconds === null || (whole.data !== undefined && first > clock.now() / 1_000 - seconds);
  const part = useQuery({ ...historiesQuery(client, tokenIds, range), enabled: !isWhole && tokenIds.length > 0 });
  return isWhole ? whole : part;
}

/** `Chance over time. Yes: from 40% to 45%.` */
function chartLabel(
  title: string,
  tokens: HistoryChartProps['tokens'],
  series: ReturnType<typeof useLiveSeries>,
): string {
  const parts = tokens.map(({ label }, index) => {
    const column = series[index + 1] ?? [];
    const [first, last] = [column.find((price) => price !== null), column.at(-1)];
    if (typeof first !== 'number' || typeof last !== 'number') return `${label}: no price yet`;
    return `${label}: from ${formatPercent(first)} to ${formatPercent(last)}`;
  });
  return `${title}. ${parts.join('. ')}.`;
}

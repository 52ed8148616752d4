/** The distribution of a numeric question: median, mean, an interval, a bar for each bucket, and the ticket by range. */
import type { Event } from '@bellwether/contract';
import { useState } from 'react';
import { useRowPrices } from '../live/live-context.tsx';
import { ScoreFacts } from '../scores/score-facts.tsx';
import { Panel } from '../ui/panel.tsx';
import type { EventRow } from '../venue/market-model.ts';
import { Bars } from './bars.tsx';
import { chancesOf, meanOf, quantileOf } from './density.ts';
import type { Range } from './range-plan.ts';
import { RangeTicket } from './range-ticket.tsx';
import { pointWords, quantileWords, type Scale } from './scale.ts';

interface NumericPanelProps {
  readonly event: Event;
  readonly scale: Scale;
  /** The buckets in their order. A parent component follows their prices. */
  readonly rows: readonly EventRow[];
}

export function NumericPanel({ event, scale, rows }: NumericPanelProps) {
  const prices = useRowPrices(rows);
  const chances = chancesOf(prices);
  const [range, setRange] = useState<Range>(() => {
    const likeliest = chances?.indexOf(Math.max(...chances)) ?? 0;
    return [likeliest, likeliest];
  });
  return (
    <Panel title='Distribution' padded>
      {chances === null ? (
        <p className='small faint'>No prices yet: nothing was traded, and the books have no close bids and offers.</p>
      ) : (
        <Distribution {...{ scale, rows, prices, chances, range }} />
      )}
      <RangeTicket {...{ event, scale, rows, chances, range }} onRange={setRange} />
    </Panel>
  );
}

interface DistributionProps extends Omit<NumericPanelProps, 'event'> {
  readonly prices: readonly (string | null)[];
  readonly chances: readonly number[];
  readonly range: Range;
}

function Distribution({ scale, rows, prices, chances, range }: DistributionProps) {
  const at = (part: number) => quantileOf(scale.edges, chances, part);
  const [low, median, high] = [at(0.1), at(0.5), at(0.9)];
  const mean = meanOf(scale.edges, chances);
  return (
    <>
      <ScoreFacts
        facts={[
          ['Median', quantileWords(scale, median)],
          ...(mean === null ? [] : [['Mean', pointWords(scale, mean)] as const]),
          ['80% interval', `${quantileWords(scale, low)} – ${quantileWords(scale, high)}`],
        ]}
      />
      <Bars
        caption='Chance of each answer'
        scale={scale}
        labels={rows.map(({ label }) => label)}
        chances={chances}
        prices={prices}
        range={range}
        marks={{ median: median.place, from: low.place, to: high.place }}
      />
    </>
  );
}

/** Price changes within a day on an event card: a small curve for all rows, and the change of each row. */

import { lineColour } from '../chart/colours.ts';
import { changeOf } from '../chart/series.ts';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPaths } from '../chart/spark-line.ts';
import { useClock } from '../clock/clock-context.tsx';
import { useRowPrice } from '../live/live-context.tsx';
import { Change } from '../ui/figures.tsx';
import type { EventRow } from '../venue/market-model.ts';
import { useDay, useDays } from './day-curves.tsx';

const SECOND_MS = 1_000;

/** Draws one line per row in the row's colour; a single line is green or red. Decoration next to the numbers. */
export function CardCurve({ rows }: { readonly rows: readonly EventRow[] }) {
  const days = useDays();
  const now = Math.floor(useClock().now() / SECOND_MS);
  const lines = rows.map(({ tokenIds }) => days.get(tokenIds[0]) ?? []);
  const [only] = rows;
  const isSingle = rows.length === 1 && only !== undefined;
  const [points = []] = lines;
  const isFalling = (points.at(-1)?.p ?? 0) < (points[0]?.p ?? 0);
  return (
    <div className='card-curve'>
      <svg
        className='card-curve__plot'
        viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
        preserveAspectRatio='none'
        aria-hidden='true'
      >
        <path className='card-curve__ground' d={`M0 ${SPARK_HEIGHT}H${SPARK_WIDTH}`} />
        {sparkPaths(lines, now).map((path, line) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
            key={line}
            className='card-curve__line'
            d={path}
            style={{ stroke: isSingle ? `var(--${isFalling ? 'no' : 'yes'})` : lineColour(line) }}
          />
        ))}
      </svg>
      {isSingle && (
        <span className='faint card-curve__change'>
          <DayChange row={only} />
          <span aria-hidden='true'> today</span>
        </span>
      )}
    </div>
  );
}

/** `▲ 3.5`: the change within 24 hours, in points. Renders nothing until it is known. */
export function DayChange({ row }: { readonly row: EventRow }) {
  const day = useDay(row.tokenIds[0]);
  const price = useRowPrice(row);
  const change = changeOf(day, price);
  if (change === null) return null;
  return (
    <span className='day-change'>
      <Change change={change} />
      <span className='visually-hidden'> points within 24 hours</span>
    </span>
  );
}

/** How often forecasts came true: a diagram of ten bins, with the same figures as a table. */
import type { Calibration, CalibrationBin } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatPercent, NO_FIGURE } from '../format/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Answer } from '../venue/answer.tsx';
import { type CalibrationOf, calibrationQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { ScoreFacts } from './score-facts.tsx';
import './scores.css';

const chance = (value: number | null): string => (value === null ? NO_FIGURE : formatPercent(value));

const COLUMNS: readonly Column<CalibrationBin>[] = [
  { title: 'Forecasts', cell: ({ from, to }) => `${formatPercent(from)}–${formatPercent(to)}` },
  { title: 'Mean', kind: 'figure', cell: ({ forecast }) => chance(forecast) },
  { title: 'Came true', kind: 'figure', cell: ({ observed }) => chance(observed) },
  { title: 'Questions', kind: 'figure', cell: ({ questions }) => formatCount(questions) },
];

/** Calibration of the venue, of the questions under a tag, or of a user. */
export function CalibrationView({ of }: { readonly of: CalibrationOf }) {
  return (
    <Answer to={useQuery(calibrationQuery(useClient(), of))} failure='The calibration could not be read' lines={8}>
      {(calibration) =>
        calibration.questions === 0 ? <EmptyState title='No decided questions yet' /> : <Bins {...calibration} />
      }
    </Answer>
  );
}

function Bins({ questions, baseRate, baseRateBrier, brier, logScore, bins }: Calibration) {
  return (
    <div className='stack gap-4 pad calibration'>
      <ScoreFacts
        facts={[
          ['Decided questions', formatCount(questions)],
          ['Brier score', brier],
          ['Log score', logScore],
          ['Came true in all', chance(baseRate)],
          ['Brier score of always saying so', baseRateBrier],
        ]}
      />
      <p className='small soft'>
        Of all that was given 70%, 70% should come true: then its circle is on the line. Larger circles stand for more
        questions.
      </p>
      <div className='grid gap-4 top calibration__parts'>
        <Diagram bins={bins} />
        <DataTable
          caption='Forecasts and how often they came true'
          columns={COLUMNS}
          rows={bins}
          keyOf={({ from }) => String(from)}
          narrow='scroll'
        />
      </div>
    </div>
  );
}

const SIZE = 200;
const LEFT = 30;
const RADIUS = { least: 3, most: 11 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Hidden from screen readers, which get the table. */
function Diagram({ bins }: Pick<Calibration, 'bins'>) {
  const heaviest = Math.max(...bins.map(({ weight }) => weight));
  const y = (part: number): number => SIZE * (1 - part);
  return (
    <svg viewBox={`-${LEFT} -12 ${SIZE + LEFT + 12} ${SIZE + 44}`} className='calibration__diagram' aria-hidden='true'>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className='calibration__grid' x1={0} x2={SIZE} y1={y(tick)} y2={y(tick)} />
          <text x={-5} y={y(tick) + 3} textAnchor='end'>
            {formatPercent(tick)}
          </text>
          <text x={SIZE * tick} y={SIZE + 14} textAnchor='middle'>
            {formatPercent(tick)}
          </text>
        </g>
      ))}
      <text x={SIZE / 2} y={SIZE + 28} textAnchor='middle'>
        Forecast, and how often it came true
      </text>
      <line className='calibration__true' x1={0} x2={SIZE} y1={SIZE} y2={0} />
      {bins.map(({ from, forecast, observed, weight }) =>
        forecast === null || observed === null ? null : (
          <circle
            key={from}
            cx={SIZE * forecast}
            cy={y(observed)}
            r={Math.max(RADIUS.least, RADIUS.most * Math.sqrt(weight / heaviest))}
          />
        ),
      )}
    </svg>
  );
}

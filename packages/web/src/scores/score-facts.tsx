/** A row of scores with their names. */
import { formatFigure, NO_FIGURE } from '../format/numbers.ts';

/** A name with its text or its score. */
type Fact = readonly [name: string, value: string | number | null];

export function ScoreFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className='wrap gap-4 flex numeric'>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className='small faint'>{name}</dt>
          <dd className='bold'>{typeof value === 'string' ? value : scoreText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export const scoreText = (score: number | null): string => (score === null ? NO_FIGURE : formatFigure(score, 3));

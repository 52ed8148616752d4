/** A row of scores with their names. */
import { formatFigure, NO_FIGURE } from '../format/numbers.ts';

/** A name with its text, or with its figure and the decimals to show. */
type Fact = readonly [name: string, text: string] | readonly [name: string, figure: number | null, decimals: number];

export function ScoreFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className='wrap gap-4 flex numeric'>
      {facts.map(([name, value, decimals = 0]) => (
        <div key={name}>
          <dt className='small faint'>{name}</dt>
          <dd className='bold'>{typeof value === 'string' ? value : scoreText(value, decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}

export const scoreText = (score: number | null, decimals = 3): string =>
  score === null ? NO_FIGURE : formatFigure(score, decimals);

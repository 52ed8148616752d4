/** The venue's data as files. */
import { ExportButtons } from '../exports/export-buttons.tsx';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';

const SETS = {
  trades: 'Trades',
  prices: 'Prices',
  positions: 'Positions',
  results: 'Results',
  comments: 'Comments',
  ...(HAS_PEOPLE && { people: 'People' }),
} as const;

export function ExportSection() {
  const { client } = useOperator();
  return (
    <section className='panel panel__body stack operate__narrow' aria-label='Export'>
      <p className='soft'>Each file has all rows of one moment. Large ones take a while to arrive.</p>
      <ExportButtons
        sets={SETS}
        open={(what, format) => client.admin.export(what, { format })}
        explain={operatorErrorText}
      />
    </section>
  );
}

/** The account's own rows as files. */

import type { Client } from '../venue/client.ts';
import { errorText } from '../venue/error-text.ts';
import { ExportButtons } from './export-buttons.tsx';

const SETS = { trades: 'Trades', positions: 'Positions', comments: 'Comments' } as const;

export function OwnDataPanel({ client }: { readonly client: Client }) {
  return (
    <section className='panel panel__body stack' aria-label='Your data'>
      <h2>Your data</h2>
      <ExportButtons sets={SETS} open={(what, format) => client.account.export(what, { format })} explain={errorText} />
    </section>
  );
}

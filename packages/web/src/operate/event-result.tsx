/** The result of a one-winner event, or a button to resolve it. */
import type { Event } from '@bellwether/contract';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { eventRow } from '../venue/market-model.ts';
import { ResolveEventDialog } from './resolve-event-dialog.tsx';

export function EventResult({ event }: { readonly event: Event }) {
  const [isResolving, setIsResolving] = useState(false);
  const rows = event.markets.map(eventRow);
  const open = rows.filter(({ isResolved }) => !isResolved);
  const winner = rows.find(({ isResolved, prices }) => isResolved && prices[0] === '1');
  return (
    <section className='panel' aria-labelledby='event-result'>
      <div className='panel__body row row--apart wrap'>
        <div>
          <h2 id='event-result'>Result</h2>
          <p className='small soft'>
            {open.length > 0
              ? 'Exactly one of its markets wins. Naming the winner, or voiding the event, resolves all of them in one step.'
              : winner === undefined
                ? 'Void or shared: no single market won.'
                : `${winner.label} won.`}
          </p>
        </div>
        {open.length > 0 && (
          <Button kind='danger' onClick={() => setIsResolving(true)}>
            Resolve event…
          </Button>
        )}
      </div>
      {isResolving && <ResolveEventDialog event={event} open={open} onClose={() => setIsResolving(false)} />}
    </section>
  );
}

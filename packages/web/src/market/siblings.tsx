/** The other markets of the same event. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFollow, useRowPrice } from '../live/live-context.tsx';
import { Percent } from '../ui/figures.tsx';
import { type EventRow, eventRows } from '../venue/market-model.ts';

export function Siblings({ event, conditionId }: { readonly event: Event; readonly conditionId: string }) {
  const rows = useMemo(() => eventRows(event), [event]);
  useFollow(rows.map(({ tokenIds }) => tokenIds[0]));
  if (rows.length < 2) return null;
  return (
    <nav className='panel' aria-labelledby='siblings-title'>
      <div className='panel__head'>
        <h2 id='siblings-title'>Markets of this event</h2>
      </div>
      <ul className='siblings'>
        {rows.map((row) => (
          <Sibling key={row.conditionId} row={row} isShown={row.conditionId === conditionId} />
        ))}
      </ul>
    </nav>
  );
}

function Sibling({ row, isShown }: { readonly row: EventRow; readonly isShown: boolean }) {
  return (
    <li>
      <Link
        to='/market/$slug'
        params={{ slug: row.slug }}
        className='row--apart soft gap-3 flex siblings__link plain'
        aria-current={isShown ? 'page' : undefined}
      >
        <span className='truncate'>{row.label}</span>
        <Percent price={useRowPrice(row)} className='strong' />
      </Link>
    </li>
  );
}

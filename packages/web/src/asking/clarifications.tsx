/** Clarifications of an event, below its rules. */
import type { Event } from '@bellwether/contract';
import { formatMoment } from '../format/time.ts';

export function Clarifications({ of: clarifications }: { readonly of: Event['clarifications'] }) {
  if (clarifications.length === 0) return null;
  return (
    <section className='stack gap-3' aria-label='Clarifications'>
      <h3>Clarifications</h3>
      <ol className='stack gap-3'>
        {clarifications.map(({ number, text, createdAt }) => (
          <li key={number}>
            <time className='small faint numeric' dateTime={createdAt}>
              {formatMoment(createdAt)}
            </time>
            <p className='soft break as-written'>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

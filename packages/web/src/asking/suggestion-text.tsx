/** A suggestion with its status: the same for its author and for the operator. */
import type { Suggestion } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../format/time.ts';
import { TimeAgo } from '../ui/figures.tsx';

const STATUS = {
  waiting: ['badge', 'Waiting'],
  approved: ['badge badge--yes', 'Approved'],
  rejected: ['badge badge--warn', 'Rejected'],
} as const;

export function SuggestionText({ suggestion }: { readonly suggestion: Suggestion }) {
  const { title, description, answers, endDate, createdAt, status, note, eventSlug } = suggestion;
  const [badge, word] = STATUS[status];
  return (
    <>
      <div className='row wrap'>
        <strong className='break'>{title}</strong>
        <span className={badge}>{word}</span>
        <span className='small faint'>
          <TimeAgo time={createdAt} />
        </span>
      </div>
      {description !== '' && <p className='break as-written'>{description}</p>}
      <p className='small soft'>
        {answers.length === 0 ? 'Yes or no' : answers.join(', ')}
        {endDate !== '' && ` · ends ${formatDate(endDate)}`}
      </p>
      {note !== '' && <p className='small break'>Note: {note}</p>}
      {eventSlug !== '' && (
        <p className='small'>
          <Link to='/event/$slug' params={{ slug: eventSlug }}>
            See the event
          </Link>
        </p>
      )}
    </>
  );
}

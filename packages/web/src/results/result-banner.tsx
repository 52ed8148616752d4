/** Banners of a result: a proposal with its grounds, its window and the button to dispute it, and a reversal. */
import type { ProposedResult, ReversedResult } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { formatMoment, parseTime } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { EventRow } from '../venue/market-model.ts';
import { actorWords, type ProposedTogether, proposalsOf } from '../venue/result-words.ts';
import { momentAhead, useNowUntil } from '../venue/trading-end.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import './results.css';

/** The proposals and reversals of an event; nothing without one. */
export function EventResults({ rows }: { readonly rows: readonly EventRow[] }) {
  const proposals = proposalsOf(rows);
  const reversals = new Map(rows.map(({ reversal }) => [reversal?.reversed_at, reversal]));
  return [...proposals, ...reversals.values()].every((one) => one === null) ? null : (
    <div className='stack gap-2 all-columns'>
      {proposals.map((proposed) => (
        <ProposalBanner key={proposed.conditionId} {...proposed} />
      ))}
      {[...reversals.values()].map((one) => one && <ReversalBanner key={one.reversed_at} reversal={one} />)}
    </div>
  );
}

export function ProposalBanner({ conditionId, proposal, words }: ProposedTogether) {
  const account = useAccount();
  const [isDisputing, setDisputing] = useState(false);
  const isDisputed = proposal.disputed !== undefined;
  const isOver = useNowUntil(proposal.ends_at) >= (parseTime(proposal.ends_at) ?? 0);
  return (
    <section className='stack gap-2 pad rounded result-banner' aria-label='Proposed result'>
      <p className='row' role='status'>
        <Icon name='clock' />
        <span>
          <strong>
            {isDisputed ? 'Disputed' : 'Proposed'}: {words}
          </strong>{' '}
          Trading has stopped.
        </span>
      </p>
      <ProposalFacts proposal={proposal} />
      {!isDisputed && !isOver && (
        <div className='row wrap'>
          {account === null ? (
            <p className='small'>
              Wrong? <Link to='/account'>Sign in</Link> to dispute it.
            </p>
          ) : (
            <Button size='sm' onClick={() => setDisputing(true)}>
              Dispute…
            </Button>
          )}
        </div>
      )}
      {isDisputing && account !== null && (
        <DisputeDialog account={account} {...{ conditionId, words }} onClose={() => setDisputing(false)} />
      )}
    </section>
  );
}

/** The grounds of a proposal, its window and its dispute. */
export function ProposalFacts({ proposal }: { readonly proposal: ProposedResult }) {
  const { note, source, by, ends_at: endsAt, disputed } = proposal;
  const own = useAccount()?.address ?? null;
  const now = useNowUntil(disputed === undefined ? endsAt : '');
  const isOver = now >= (parseTime(endsAt) ?? 0);
  return (
    <div className='stack gap-1 small'>
      {note !== '' && <p className='break as-written'>{note}</p>}
      <p className='break as-written'>
        By {actorWords(by, own)}, {formatMoment(proposal.proposed_at)}.
        {source !== '' && (
          <>
            {' '}
            Source: <Source text={source} />
          </>
        )}
      </p>
      {disputed === undefined ? (
        <p className='numeric'>
          {isOver
            ? 'The time for disputes is over; it is being confirmed and paid.'
            : `It is confirmed and paid ${momentAhead(endsAt, now)}, unless someone disputes it.`}
        </p>
      ) : (
        <>
          <p className='break as-written'>
            Disputed by {actorWords(disputed.by, own)}: {disputed.reason}
          </p>
          <p>The operator decides: it is confirmed or withdrawn.</p>
        </>
      )}
    </div>
  );
}

/** A source as it was given; an address becomes a link. */
export function Source({ text }: { readonly text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return text;
  return (
    <a href={text} rel='noreferrer nofollow' target='_blank'>
      {text}
    </a>
  );
}

export function ReversalBanner({ reversal: { reversed_at: at, note } }: { readonly reversal: ReversedResult }) {
  return (
    <p className='pad rounded small result-banner break as-written'>
      <strong>The result was reversed</strong> on {formatMoment(at)}: {note}
    </p>
  );
}

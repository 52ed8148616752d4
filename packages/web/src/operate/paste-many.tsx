/**
 * Creates many events from pasted rows: a table shows what is wrong in which row and column, then each row is one
 * request with a key of its own. A request that is sent again creates nothing twice.
 */
import { isOutcomeUnknown } from '@bellwether/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatMoment } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { TextField } from '../ui/field.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import { eventBody, tradingEndOf } from './draft.ts';
import { useOperator } from './operator.tsx';
import { COLUMNS, type PastedRow, readPaste } from './paste.ts';
import { operatorErrorText } from './refusal.tsx';
import { isoOfLocal } from './rules.ts';

type Sent =
  | { readonly kind: 'sending' }
  | { readonly kind: 'created'; readonly slug: string }
  | { readonly kind: 'refused' | 'unknown'; readonly text: string };

const EXAMPLE = `${COLUMNS.join(',')}
Who wins the cup?,"The team that holds it.",League site,2030-05-30 20:00,Lisbon|Porto|Other,Sports,,,100`;

export function PasteMany() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const clock = useClock();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<ReadonlyMap<number, Sent>>(new Map());
  const [isBusy, setBusy] = useState(false);
  // A key of each row of this text, kept while it is sent again.
  const keys = useRef(crypto.randomUUID());
  const pasted = useMemo(() => (text.trim() === '' ? null : readPaste(text, clock.now())), [text, clock]);
  const rows = pasted?.kind === 'rows' ? pasted.rows : [];
  const wrong = rows.filter(({ problems }) => problems.length > 0).length;
  const left = rows.filter(({ row }) => sent.get(row)?.kind !== 'created');
  const write = (next: string): void => {
    keys.current = crypto.randomUUID();
    setSent(new Map());
    setText(next);
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    for (const { row, draft } of left) {
      const say = (what: Sent): void => setSent((before) => new Map(before).set(row, what));
      say({ kind: 'sending' });
      try {
        const idempotencyKey = `${keys.current}-${row}`;
        const { slug } = await client.admin.addEvent(eventBody(draft), { idempotencyKey });
        say({ kind: 'created', slug });
      } catch (error) {
        const kind = isOutcomeUnknown(error) ? 'unknown' : 'refused';
        say({ kind, text: operatorErrorText(error) });
        // The rest would fail alike, and stays to be sent again.
        if (kind === 'unknown') break;
      }
    }
    setBusy(false);
    await renew(cache, KEYS.events, KEYS.tags);
  };
  const isStarted = sent.size > 0;
  return (
    <section className='stack' aria-label='Paste many'>
      <TextField
        label='Questions as CSV or TSV'
        rows={8}
        text={[text, write]}
        spellCheck={false}
        placeholder={EXAMPLE}
        readOnly={isBusy}
        error={pasted?.kind === 'unreadable' ? pasted.problem : null}
        hint={`Row 1 names the columns: ${COLUMNS.join(', ')}. Answers stand between |; without any it is yes or no. Times are in your time zone.`}
      />
      {rows.length > 0 && (
        <DataTable
          caption='Preview of the rows'
          columns={columnsOf(sent)}
          rows={rows}
          keyOf={({ row }) => String(row)}
          narrow='scroll'
          className='panel'
        />
      )}
      {rows.length > 0 && (
        <div className='row wrap' role='status'>
          <Button kind='primary' disabled={wrong > 0 || left.length === 0} busy={isBusy} onClick={() => void send()}>
            {isStarted
              ? `Send the ${left.length} left`
              : `Create ${rows.length} ${rows.length === 1 ? 'event' : 'events'}`}
          </Button>
          <span className='small soft'>
            {isBusy ? 'Sending…' : summary(rows.length, wrong, left.length, isStarted)}
          </span>
        </div>
      )}
    </section>
  );
}

function summary(count: number, wrong: number, left: number, isStarted: boolean): string {
  if (wrong > 0) return `${wrong} of ${count} rows have problems. Nothing is sent until all are right.`;
  if (!isStarted) return 'Nothing has been sent yet.';
  if (left === 0) return `All ${count} are created.`;
  return `${count - left} of ${count} are created. Sending again creates nothing twice.`;
}

const columnsOf = (sent: ReadonlyMap<number, Sent>): readonly Column<PastedRow>[] => [
  { title: 'Row', cell: ({ row }) => row },
  { title: 'Question', cell: ({ draft }) => <span className='break'>{draft.title}</span> },
  {
    title: 'Answers',
    cell: ({ draft }) => (draft.negRisk ? draft.markets.map(({ label }) => label).join(', ') : 'Yes, No'),
  },
  {
    title: 'Trading ends',
    cell: ({ draft }) => isoOfLocal(draft.endLocal) !== '' && formatMoment(tradingEndOf(draft)),
  },
  { title: 'State', cell: ({ row, problems }) => stateOf(problems, sent.get(row)) },
];

function stateOf(problems: readonly string[], sent: Sent | undefined): ReactNode {
  if (problems.length > 0)
    return (
      <ul className='no small'>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    );
  if (sent === undefined) return 'ready';
  if (sent.kind === 'sending') return 'sending…';
  if (sent.kind === 'created')
    return (
      <Link to='/event/$slug' params={{ slug: sent.slug }}>
        created
      </Link>
    );
  return <span className='no small'>{sent.kind === 'unknown' ? `Not known: ${sent.text}` : sent.text}</span>;
}

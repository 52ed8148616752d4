/** The administrators' log: who did what, before and after, and why. Filters, pages, and a file of all that fits. */
import type { Act } from '@bellwether/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { boundTo, filled } from '../fields.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { Refusal } from '../refusal.tsx';

const EMPTY = { actor: '', kind: '', from: '', to: '', text: '' };
const PAGE = 50;
const DAY_SECONDS = 86_400;

/** Days are those of UTC; the last one counts as a whole. */
function queryOf({ from, to, ...text }: typeof EMPTY) {
  const second = (day: string): number => Math.floor(Date.parse(day) / 1000);
  return {
    ...filled(text),
    ...(from !== '' && { from: second(from) }),
    ...(to !== '' && { to: second(to) + DAY_SECONDS - 1 }),
  };
}

export function LogSection() {
  const { client } = useOperator();
  const [draft, setDraft] = useState(EMPTY);
  const [wanted, setWanted] = useState(EMPTY);
  const query = useInfiniteQuery({
    queryKey: ['operate', 'log', wanted],
    queryFn: ({ pageParam, signal }) =>
      client.admin.log(
        { ...queryOf(wanted), limit: PAGE, format: 'json', ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const save = useMutation({ mutationFn: () => saveFile('log.csv', client.admin.logFile(queryOf(wanted))) });
  const bind = boundTo(draft, {}, (name: keyof typeof EMPTY, value) =>
    setDraft((before) => ({ ...before, [name]: value })),
  );
  return (
    <section className='stack operate__log' aria-label='Log'>
      <Panel title='Find' padded>
        <Form className='stack' onSend={() => setWanted(draft)}>
          <div className='grid gap-4 operate__pair'>
            <Field label='Actor' placeholder='root, token:NAME or an address' maxLength={64} {...bind('actor')} />
            <Field label='Action' placeholder='such as SetRole' maxLength={64} {...bind('kind')} />
            <Field label='From (UTC)' type='date' {...bind('from')} />
            <Field label='To (UTC)' type='date' {...bind('to')} />
            <Field label='Words' maxLength={100} {...bind('text')} />
          </div>
          <div className='row wrap'>
            <Button type='submit' kind='primary'>
              Find
            </Button>
            <Button busy={save.isPending} onClick={() => save.mutate()}>
              Save as CSV
            </Button>
          </div>
          <Refusal error={save.error} />
        </Form>
      </Panel>
      <Listed
        to={query}
        caption='Acts of administrators'
        lines={6}
        columns={COLUMNS}
        rows={({ pages }) => pages.flatMap(({ acts }) => acts)}
        none={<EmptyState title='No act fits' />}
        keyOf={({ sequence }) => String(sequence)}
      />
      <ShowMore of={query} text='Show earlier acts' />
    </section>
  );
}

const COLUMNS: readonly Column<Act>[] = [
  { title: 'Action', kind: 'lead', cell: ({ action }) => action },
  { title: 'When', cell: ({ time }) => formatMoment(time) },
  { title: 'Who', cell: ({ actor, role }) => <Text of={role === undefined ? actor : `${actor} (${role})`} /> },
  { title: 'What', cell: ({ subject }) => <Text of={subject} /> },
  { title: 'Before', cell: ({ before }) => <Text of={before} /> },
  { title: 'After', cell: ({ after }) => <Text of={after} /> },
  { title: 'Why', cell: ({ reason }) => <Text of={reason} /> },
  { title: 'Entry', kind: 'figure', cell: ({ sequence }) => sequence },
];

function Text({ of }: { readonly of: string }) {
  return of === '' ? null : <span className='small operate__act'>{of}</span>;
}

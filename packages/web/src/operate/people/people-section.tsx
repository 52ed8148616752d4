/** People of the venue: searched, filtered, opened one by one; lists in and out as CSV. */
import { INVITED_ROLES, type PersonAnswer } from '@bellwether/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formatMoney, formatPeople } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { buttonColumn } from '../../ui/button-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { saveText } from '../../ui/save-file.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Client } from '../../venue/client.ts';
import { filled } from '../fields.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { operatorErrorText } from '../refusal.tsx';
import { ImportPeople } from './import-people.tsx';
import { csvOf } from './people-csv.ts';
import { groupsQuery, PEOPLE, STATES } from './people-queries.ts';
import { PersonDialog } from './person-dialog.tsx';

const PAGE = 50;
const EXPORTED_PAGE = 1_000;

const NO_FILTER = { q: '', group: '', state: '', role: '' };
type Filter = typeof NO_FILTER;

/** Filters as the venue takes them. */
const wanted = (filter: Filter) => filled(filter) as { readonly q?: string; readonly state?: PersonAnswer['state'] };

export function PeopleSection() {
  const { client } = useOperator();
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<PersonAnswer | null>(null);
  const shown = useDeferredValue(filter);
  const { data: groups = [] } = useQuery(groupsQuery(client));
  const people = useInfiniteQuery({
    queryKey: [...PEOPLE, 'list', shown],
    queryFn: ({ pageParam, signal }) =>
      client.request('people', { query: { ...wanted(shown), limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const total = people.data?.pages[0]?.total ?? 0;
  const save = useMutation({
    mutationFn: () => exportPeople(client, shown),
    onError: (error) => showToast({ title: 'No file was made', text: operatorErrorText(error), tone: 'bad' }),
  });
  const bind = (name: keyof Filter) =>
    [filter[name], (value: string) => setFilter((before) => ({ ...before, [name]: value }))] as const;
  return (
    <section className='stack' aria-label='People'>
      <div className='grid gap-4 operate__pair'>
        <Field label='Search' type='search' placeholder='Name or e-mail' text={bind('q')} />
        <SelectField label='State' options={[['', 'Any'], ...Object.entries(STATES)]} text={bind('state')} />
        <SelectField label='Group' options={[['', 'Any'], ...groups.map(({ name }) => name)]} text={bind('group')} />
        <SelectField label='Role' options={[['', 'Any'], 'owner', ...INVITED_ROLES]} text={bind('role')} />
      </div>
      <div className='row wrap'>
        <ImportPeople />
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          Export as CSV
        </Button>
      </div>
      {total > 0 && <p className='small soft'>{formatPeople(total)}</p>}
      <Listed
        to={people}
        caption='People'
        lines={6}
        columns={columns(setChosen)}
        rows={({ pages }) => pages.flatMap((page) => page.people)}
        none={
          <EmptyState title='Nobody matches'>
            <p className='small'>Make a link under Invitations, or import a list.</p>
          </EmptyState>
        }
        keyOf={({ id }) => id}
      />
      <ShowMore of={people} text='Show more' />
      {chosen !== null && <PersonDialog key={chosen.id} person={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

const columns = (choose: (person: PersonAnswer) => void): readonly Column<PersonAnswer>[] => [
  { title: 'Name', kind: 'lead', cell: ({ name }) => name },
  { title: 'E-mail', cell: ({ email }) => email && <span className='break'>{email}</span> },
  {
    title: 'State',
    cell: ({ state, unpaid }) => `${STATES[state]}${unpaid === null ? '' : `, ${formatMoney(unpaid)} not paid`}`,
  },
  { title: 'Groups', cell: ({ groups }) => groups.join(', ') },
  { title: 'Role', cell: ({ role }) => role },
  buttonColumn('Open', { of: ({ name }) => name, onClick: choose }),
];

async function exportPeople(client: Client, filter: Filter): Promise<void> {
  const rows: (string | number | null)[][] = [['name', 'email', 'state', 'groups', 'role', 'account', 'since']];
  for (let offset = 0, total = 1; offset < total; offset += EXPORTED_PAGE) {
    const page = await client.request('people', { query: { ...wanted(filter), limit: EXPORTED_PAGE, offset } });
    total = page.total;
    for (const { name, email, state, groups, role, account, since } of page.people)
      rows.push([name, email, state, groups.join('|'), role, account, new Date(since * 1000).toISOString()]);
  }
  saveText('people.csv', csvOf(rows), 'text/csv');
}

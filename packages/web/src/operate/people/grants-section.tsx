/** Grants: an amount for many people at once. A preview says who gets what before anything is given. */
import type { GrantAnswer, GrantRequest, PaidGrant, StandingGrantAnswer } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount, formatExactMoney, formatPeople } from '../../format/numbers.ts';
import { formatMoment } from '../../format/time.ts';
import { HAS_PEOPLE } from '../../session/venue-people.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Problem, SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Answer } from '../../venue/answer.tsx';
import { reading } from '../../venue/queries.ts';
import { found } from '../draft.ts';
import { boundTo } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { operatorErrorText, Refusal } from '../refusal.tsx';
import { amountProblem } from '../rules.ts';
import { EMPTY_GRANT, type GrantDraft, grantBody, TO, WHEN } from './grant-draft.ts';
import { groupsQuery } from './people-queries.ts';

const GRANTS = ['operate', 'grants'] as const;

export function GrantsSection() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const paid = useQuery(reading([...GRANTS, 'paid'], (call) => client.admin.grants({}, call), 0));
  const standing = useQuery(reading([...GRANTS, 'standing'], client.admin.standingGrants, 0));
  const end = useMutation({
    mutationFn: ({ id }: StandingGrantAnswer) => client.admin.endStandingGrant(id),
    onError: (error) => showToast({ title: 'It goes on', text: operatorErrorText(error), tone: 'bad' }),
    onSettled: () => cache.invalidateQueries({ queryKey: GRANTS }),
  });
  return (
    <section className='stack' aria-label='Grants'>
      <GrantForm />
      <Answer to={standing} failure='The standing grants could not be read' lines={2} explain={operatorErrorText}>
        {(rows) =>
          rows.length > 0 && (
            <Panel title='Paid again and again'>
              <DataTable
                caption='Standing grants'
                columns={standingColumns((grant) => end.mutate(grant))}
                rows={rows}
                keyOf={({ id }) => id}
                narrow='cards'
              />
            </Panel>
          )
        }
      </Answer>
      <Answer to={paid} failure='The grants could not be read' lines={3} explain={operatorErrorText}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title='Nothing was granted yet' />
          ) : (
            <Panel title='Paid'>
              <DataTable
                caption='Grants'
                columns={PAID_COLUMNS}
                rows={rows}
                keyOf={({ grant, createdAt }) => `${grant} ${createdAt}`}
                narrow='cards'
              />
            </Panel>
          )
        }
      </Answer>
    </section>
  );
}

const PAID_COLUMNS: readonly Column<PaidGrant>[] = [
  { title: 'For', kind: 'lead', cell: ({ reason }) => reason },
  { title: 'Each', kind: 'figure', cell: ({ amount }) => formatExactMoney(amount) },
  { title: 'People', kind: 'figure', cell: ({ people }) => formatCount(people) },
  { title: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'State', cell: ({ complete }) => (complete ? 'Paid' : 'Interrupted: give it again') },
];

const standingColumns = (end: (grant: StandingGrantAnswer) => void): readonly Column<StandingGrantAnswer>[] => [
  { title: 'For', kind: 'lead', cell: ({ reason }) => reason },
  { title: 'Each', kind: 'figure', cell: ({ amount }) => formatExactMoney(amount) },
  { title: 'To', cell: ({ to }) => ('group' in to ? to.group : 'Everyone') },
  { title: 'Paid', cell: ({ every }) => (every === 'week' ? 'Each week' : 'When someone joins') },
  {
    title: 'End',
    kind: 'actions',
    cell: (grant) => (
      <Button size='sm' kind='danger' aria-label={`End “${grant.reason}”`} onClick={() => end(grant)}>
        End
      </Button>
    ),
  },
];

function GrantForm() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_GRANT);
  const [isChecked, setIsChecked] = useState(false);
  // A grant that is given again after a failure must pay no one twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { data: groups = [] } = useQuery({ ...groupsQuery(client), enabled: HAS_PEOPLE });
  const preview = useMutation({ mutationFn: (body: GrantRequest) => client.admin.grant({ ...body, preview: true }) });
  const give = useMutation({
    mutationFn: (body: GrantRequest) => client.admin.grant(body, { idempotencyKey: key }),
    onSuccess: ({ people, amount }) => {
      showToast({ title: `${formatPeople(people)} got ${formatExactMoney(amount)} each`, tone: 'good' });
      setDraft(EMPTY_GRANT);
      setIsChecked(false);
      setKey(crypto.randomUUID());
      preview.reset();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: GRANTS }),
  });
  const problems = found({
    amount: amountProblem(draft.amount),
    reason: draft.reason.trim() === '' ? 'Say what it is for.' : null,
    accounts: draft.to === 'accounts' && draft.accounts.trim() === '' ? 'Name an address.' : null,
    group: draft.to === 'group' && draft.group === '' ? 'Choose a group.' : null,
  });
  const bind = boundTo(draft, isChecked ? problems : {}, (name: keyof GrantDraft, value) => {
    setDraft((before) => ({ ...before, [name]: value }) as GrantDraft);
    setKey(crypto.randomUUID());
    preview.reset();
    give.reset();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.keys(problems).length === 0) preview.mutate(grantBody(draft));
  };
  return (
    <form className='panel panel__body stack' onSubmit={submit} noValidate>
      <div className='grid gap-4 operate__pair'>
        <SelectField label='To' options={TO.filter(([to]) => to !== 'group' || groups.length > 0)} {...bind('to')} />
        {draft.to === 'group' && (
          <SelectField label='Group' options={[['', 'Choose'], ...groups.map(({ name }) => name)]} {...bind('group')} />
        )}
        <Field label='Each gets' inputMode='decimal' autoComplete='off' {...bind('amount')} />
        <SelectField
          label='When'
          options={WHEN.filter(([when]) => when === '' || draft.to === 'all' || draft.to === 'group')}
          {...bind('every')}
        />
      </div>
      {draft.to === 'accounts' && (
        <TextField label='Addresses' rows={3} {...bind('accounts')} hint='Of accounts, separated by spaces or lines.' />
      )}
      <Field label='What for' maxLength={200} {...bind('reason')} hint='Everyone who gets it sees this.' />
      <Refusal error={preview.error ?? give.error} />
      {preview.isSuccess ? (
        <>
          <Preview answer={preview.data} />
          <Button kind='primary' wide busy={give.isPending} onClick={() => give.mutate(grantBody(draft))}>
            Give {formatExactMoney(preview.data.total)} in all
          </Button>
        </>
      ) : (
        <Button type='submit' kind='primary' wide busy={preview.isPending}>
          Preview
        </Button>
      )}
    </form>
  );
}

function Preview({ answer: { people, amount, total, first, unpaid } }: { readonly answer: GrantAnswer }) {
  return (
    <div className='stack gap-2 pad rounded notice' role='status'>
      <p>
        {formatPeople(people)} {people === 1 ? 'gets' : 'get'} {formatExactMoney(amount)} each,{' '}
        {formatExactMoney(total)} in all. Nothing is given yet.
      </p>
      {first.length > 0 && (
        <p className='small soft'>
          {first.join(', ')}
          {people > first.length && ` and ${formatCount(people - first.length)} more`}
        </p>
      )}
      {unpaid.length > 0 && (
        <Problem text={`Not paid: ${unpaid.map(({ account, why }) => `${account} (${why})`).join(', ')}.`} />
      )}
    </div>
  );
}

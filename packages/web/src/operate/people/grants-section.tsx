/** Grants: an amount for many people at once. A preview says who gets what before anything is given. */
import type { GrantAnswer, GrantRequest, PaidGrant, StandingGrantAnswer } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatExactMoney, formatPeople } from '../../format/numbers.ts';
import { formatMoment } from '../../format/time.ts';
import { HAS_PEOPLE } from '../../session/venue-people.ts';
import { Button } from '../../ui/button.tsx';
import { buttonColumn } from '../../ui/button-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Problem, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { reading } from '../../venue/queries.ts';
import { found } from '../draft.ts';
import { boundTo } from '../fields.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { Refusal } from '../refusal.tsx';
import { amountProblem } from '../rules.ts';
import { useAct } from '../use-act.ts';
import { EMPTY_GRANT, type GrantDraft, grantBody, TO, WHEN } from './grant-draft.ts';
import { groupsQuery } from './people-queries.ts';

const GRANTS = ['operate', 'grants'] as const;

export function GrantsSection() {
  const { client } = useOperator();
  const paid = useQuery(reading([...GRANTS, 'paid'], (call) => client.admin.grants({}, call), 0));
  const standing = useQuery(reading([...GRANTS, 'standing'], client.admin.standingGrants, 0));
  const end = useAct('It goes on', GRANTS);
  return (
    <section className='stack' aria-label='Grants'>
      <GrantForm />
      <Listed
        to={standing}
        title='Paid again and again'
        caption='Standing grants'
        lines={2}
        columns={standingColumns(({ id }) => end.mutate(async () => void (await client.admin.endStandingGrant(id))))}
        rows={(rows) => rows}
        none={null}
        keyOf={({ id }) => id}
      />
      <Listed
        to={paid}
        title='Paid'
        caption='Grants'
        lines={3}
        columns={PAID_COLUMNS}
        rows={(rows) => rows}
        none={<EmptyState title='Nothing was granted yet' />}
        keyOf={({ grant, createdAt }) => `${grant} ${createdAt}`}
      />
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
  buttonColumn('End', { of: ({ reason }) => `“${reason}”`, onClick: end, isDanger: true }),
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
  const submit = (): void => {
    setIsChecked(true);
    if (Object.keys(problems).length === 0) preview.mutate(grantBody(draft));
  };
  return (
    <Form className='panel panel__body stack' onSend={submit} noValidate>
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
    </Form>
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

/** Invitations: links with which people join. Each link is told once, when it is made. */
import { INVITED_ROLES, type InvitationInput, type Invitations } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '../../format/numbers.ts';
import { formatMomentOf } from '../../format/time.ts';
import { LinkBox } from '../../joining/link-box.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Answer } from '../../venue/answer.tsx';
import { reading } from '../../venue/queries.ts';
import { boundTo } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { operatorErrorText, Refusal } from '../refusal.tsx';
import { plainDecimal } from '../rules.ts';
import { PEOPLE } from './people-queries.ts';

type Invitation = Invitations['invitations'][number];

const INVITATIONS = [...PEOPLE, 'invitations'] as const;
const EMPTY = { uses: '1', days: '7', group: '', role: '', amount: '', reason: '' };
const DAYS = [
  ['1', 'A day'],
  ['7', 'A week'],
  ['30', 'A month'],
  ['365', 'A year'],
] as const;

function inputOf({ uses, days, group, role, amount, reason }: typeof EMPTY): InvitationInput {
  return {
    uses: Number(uses),
    hours: Number(days) * 24,
    ...(group.trim() !== '' && { group: group.trim() }),
    ...(role !== '' && { role: role as (typeof INVITED_ROLES)[number] }),
    ...(amount.trim() !== '' && { amount: plainDecimal(amount) }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}

export function InvitationsSection() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const query = useQuery(
    reading(INVITATIONS, async (call) => (await client.request('invitations', call)).invitations, 0),
  );
  const end = useMutation({
    mutationFn: ({ id }: Invitation) => client.request('endInvitation', { params: { id } }),
    onSuccess: () => showToast({ title: 'The link is over', tone: 'good' }),
    onError: (error) => showToast({ title: 'The link still works', text: operatorErrorText(error), tone: 'bad' }),
    onSettled: () => cache.invalidateQueries({ queryKey: INVITATIONS }),
  });
  return (
    <section className='stack' aria-label='Invitations'>
      <NewInvitation />
      <Answer to={query} failure='The invitations could not be read' lines={4} explain={operatorErrorText}>
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState title='No link can be used now' />
          ) : (
            <DataTable
              caption='Invitations'
              columns={columns((invitation) => end.mutate(invitation))}
              rows={invitations}
              keyOf={({ id }) => id}
              narrow='cards'
            />
          )
        }
      </Answer>
    </section>
  );
}

const columns = (end: (invitation: Invitation) => void): readonly Column<Invitation>[] => [
  { title: 'For', kind: 'lead', cell: ({ name, email, group }) => name ?? email ?? group ?? 'Anyone with the link' },
  { title: 'Left', kind: 'figure', cell: ({ left, uses }) => `${left} of ${uses}` },
  { title: 'Until', cell: ({ expires }) => formatMomentOf(expires) },
  { title: 'Group', cell: ({ group }) => group },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Gives', kind: 'figure', cell: ({ amount }) => amount && formatMoney(amount) },
  {
    title: 'End',
    kind: 'actions',
    cell: (invitation) => (
      <Button size='sm' kind='danger' onClick={() => end(invitation)}>
        End
      </Button>
    ),
  },
];

function NewInvitation() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const make = useMutation({
    mutationFn: (filled: typeof EMPTY) => client.request('addInvitation', { body: inputOf(filled) }),
    onSettled: () => cache.invalidateQueries({ queryKey: PEOPLE }),
  });
  const bind = boundTo(draft, {}, (name: keyof typeof EMPTY, value) =>
    setDraft((before) => ({ ...before, [name]: value })),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(draft);
  };
  return (
    <Panel title='A new link' padded>
      <form className='stack' onSubmit={submit}>
        <div className='grid gap-4 operate__pair'>
          <Field label='People who may use it' type='number' min={1} max={10_000} required {...bind('uses')} />
          <SelectField label='For' options={DAYS} {...bind('days')} />
          <Field label='Group (optional)' maxLength={60} {...bind('group')} />
          <SelectField label='Role' options={[['', 'Trades alone'], ...INVITED_ROLES]} {...bind('role')} />
          <Field
            label='Gives each (optional)'
            inputMode='decimal'
            {...bind('amount')}
            hint='Beside the starting balance.'
          />
          <Field label='Why (optional)' maxLength={500} {...bind('reason')} hint='For the log.' />
        </div>
        <Refusal error={make.error} />
        <Button type='submit' kind='primary' busy={make.isPending}>
          Make the link
        </Button>
      </form>
      <Dialog title='The link' open={make.isSuccess} onClose={() => make.reset()}>
        {make.isSuccess && (
          <div className='stack'>
            <p>Give it to the people who should join. It is shown only now.</p>
            <LinkBox url={make.data.url} what='Invitation link' />
          </div>
        )}
      </Dialog>
    </Panel>
  );
}

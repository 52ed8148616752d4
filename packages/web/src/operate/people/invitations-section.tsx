/** Invitations: links with which people join. Each link is told once, when it is made. */
import { INVITED_ROLES, type InvitationInput, type Invitations } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../format/numbers.ts';
import { formatMomentOf } from '../../format/time.ts';
import { LinkBox } from '../../joining/link-box.tsx';
import { buttonColumn } from '../../ui/button-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { reading } from '../../venue/queries.ts';
import { filled } from '../fields.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { plainDecimal } from '../rules.ts';
import { SendForm, useSending } from '../send-form.tsx';
import { good, useAct } from '../use-act.ts';
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

const inputOf = ({ uses, days, amount, ...text }: typeof EMPTY): InvitationInput => ({
  uses: Number(uses),
  hours: Number(days) * 24,
  ...(amount.trim() !== '' && { amount: plainDecimal(amount) }),
  ...(filled(text) as Pick<InvitationInput, 'group' | 'role' | 'reason'>),
});

export function InvitationsSection() {
  const { client } = useOperator();
  const query = useQuery(reading(INVITATIONS, (call) => client.request('invitations', call), 0));
  const { mutate } = useAct('The link still works', INVITATIONS);
  const end = ({ id }: Invitation): void =>
    mutate(async () => {
      await client.request('endInvitation', { params: { id } });
      return good('The link is over');
    });
  return (
    <section className='stack' aria-label='Invitations'>
      <NewInvitation />
      <Listed
        to={query}
        caption='Invitations'
        lines={4}
        columns={columns(end)}
        rows={({ invitations }) => invitations}
        none={<EmptyState title='No link can be used now' />}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

const receiverOf = ({ name, email, group }: Invitation): string => name ?? email ?? group ?? 'Anyone with the link';

const columns = (end: (invitation: Invitation) => void): readonly Column<Invitation>[] => [
  { title: 'For', kind: 'lead', cell: receiverOf },
  { title: 'Left', kind: 'figure', cell: ({ left, uses }) => `${left} of ${uses}` },
  { title: 'Until', cell: ({ expires }) => formatMomentOf(expires) },
  { title: 'Group', cell: ({ group }) => group },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Gives', kind: 'figure', cell: ({ amount }) => amount && formatMoney(amount) },
  buttonColumn('End', { of: receiverOf, onClick: end, isDanger: true }),
];

function NewInvitation() {
  const { client } = useOperator();
  const made = useSending({
    empty: EMPTY,
    send: (text) => client.request('addInvitation', { body: inputOf(text) }),
    renews: PEOPLE,
    isKept: true,
  });
  const { bind, sent } = made;
  return (
    <Panel title='A new link' padded>
      <SendForm of={made} action='Make the link'>
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
      </SendForm>
      <Dialog title='The link' open={sent.isSuccess} onClose={() => sent.reset()}>
        {sent.isSuccess && (
          <div className='stack'>
            <p>Give it to the people who should join. It is shown only now.</p>
            <LinkBox url={sent.data.url} what='Invitation link' />
          </div>
        )}
      </Dialog>
    </Panel>
  );
}

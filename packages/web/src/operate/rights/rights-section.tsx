/** Roles of accounts, tokens with a role and an end, and suspended accounts. Owners change them, others look. */
import { ROLES, type Role } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { formatMomentOf } from '../../format/time.ts';
import { buttonColumn } from '../../ui/button-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { reading } from '../../venue/queries.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { addressProblem } from '../rules.ts';
import { SendForm, useSending } from '../send-form.tsx';
import { useAct } from '../use-act.ts';

const RIGHTS = ['operate', 'rights'] as const;
type AdminRole = Exclude<Role, 'trader'>;
const ADMIN_ROLES = ROLES.filter((role): role is AdminRole => role !== 'trader');
const DAY_SECONDS = 86_400;

export function RightsSection() {
  const { client, role } = useOperator();
  const roles = useQuery(reading([...RIGHTS, 'roles'], (call) => client.admin.roles(call), 0));
  const tokens = useQuery(reading([...RIGHTS, 'tokens'], (call) => client.admin.tokens(call), 0));
  const isOwner = role === 'owner';
  const mayResume = isOwner || role === 'operator';
  const { mutate } = useAct('Nothing was changed', RIGHTS);
  const change = (act: () => Promise<unknown>): void => mutate(async () => void (await act()));
  const revoke = buttonColumn<TokenRow>('Revoke', {
    of: ({ name }) => name,
    onClick: ({ name }) => change(() => client.admin.revokeToken(name)),
    isDanger: true,
  });
  const resume = buttonColumn<string>('Resume', {
    of: (address) => address,
    onClick: (address) => change(() => client.admin.resume(address)),
  });
  return (
    <section className='stack' aria-label='Rights'>
      {isOwner && <RoleForm />}
      <Panel title='Accounts with a role'>
        <Listed
          to={roles}
          caption='Roles'
          lines={3}
          columns={ROLE_COLUMNS}
          rows={({ roles: all }) => all}
          keyOf={({ account }) => account}
        />
      </Panel>
      {isOwner && <TokenForm />}
      <Panel title='Tokens'>
        <Listed
          to={tokens}
          caption='Tokens'
          lines={3}
          columns={isOwner ? [...TOKEN_COLUMNS, revoke] : TOKEN_COLUMNS}
          rows={(all) => all}
          keyOf={({ name }) => name}
        />
      </Panel>
      <Panel title='Suspended accounts'>
        <Listed
          to={roles}
          caption='Suspended accounts'
          lines={2}
          columns={mayResume ? [SUSPENDED, resume] : [SUSPENDED]}
          rows={({ suspended }) => suspended}
          keyOf={(address) => address}
        />
      </Panel>
    </section>
  );
}

type RoleRow = { readonly account: string; readonly role: Role };
type TokenRow = { readonly name: string; readonly role: Role; readonly expires: number; readonly ended: boolean };

const ROLE_COLUMNS: readonly Column<RoleRow>[] = [
  { title: 'Account', kind: 'lead', cell: ({ account }) => <code className='small operate__act'>{account}</code> },
  { title: 'Role', cell: ({ role }) => role },
];

const SUSPENDED: Column<string> = {
  title: 'Account',
  kind: 'lead',
  cell: (address) => <code className='small operate__act'>{address}</code>,
};

const TOKEN_COLUMNS: readonly Column<TokenRow>[] = [
  { title: 'Name', kind: 'lead', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Until', cell: ({ expires, ended }) => (ended ? 'Ended' : formatMomentOf(expires)) },
];

const GROWS: ReadonlySet<string> = new Set(['owner', 'operator']);
const GROWN =
  'If an operator’s recovery link was used for this person, their devices and sessions end first: make them a link afterwards.';
const NO_ROLE = { account: '', role: 'editor', reason: '' };

function RoleForm() {
  const { client } = useOperator();
  const role = useSending({
    empty: NO_ROLE,
    send: ({ account, role, reason }) =>
      client.admin.setRole({ account: account.trim(), role: role as Role, reason: reason.trim() }),
    renews: RIGHTS,
    problemsOf: ({ account }) => ({ account: addressProblem(account) }),
  });
  const { bind, text } = role;
  return (
    <Panel title='Give a role' padded>
      <SendForm of={role} action='Give the role' noValidate>
        <Field label='Account' spellCheck={false} {...bind('account')} />
        <SelectField
          label='Role'
          options={[...ADMIN_ROLES, ['trader', 'trader: no role']]}
          {...(GROWS.has(text.role) && { hint: GROWN })}
          {...bind('role')}
        />
        <Field label='Why' maxLength={500} {...bind('reason')} />
      </SendForm>
    </Panel>
  );
}

const NO_TOKEN = { name: '', role: 'auditor', days: '90', reason: '' };

function TokenForm() {
  const { client } = useOperator();
  const token = useSending({
    empty: NO_TOKEN,
    send: ({ name, role, days, reason }) => {
      const expires = Math.floor(client.venue.now() / 1000) + Number(days) * DAY_SECONDS;
      return client.admin.issueToken({ name: name.trim(), role: role as AdminRole, expires, reason: reason.trim() });
    },
    renews: RIGHTS,
  });
  const { bind, sent } = token;
  return (
    <Panel title='A new token' padded>
      <SendForm of={token} action='Issue the token'>
        <div className='grid gap-4 operate__pair'>
          <Field label='Name' required pattern='[A-Za-z0-9][A-Za-z0-9._\-]{0,39}' {...bind('name')} />
          <SelectField label='Role' options={ADMIN_ROLES} {...bind('role')} />
          <Field label='Days' type='number' min={1} max={3650} required {...bind('days')} />
          <Field label='Why' maxLength={500} {...bind('reason')} />
        </div>
      </SendForm>
      {sent.isSuccess && (
        <Field
          label={`Token ${sent.data.name}: shown this once`}
          value={sent.data.token}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
    </Panel>
  );
}

/** Roles of accounts, tokens with a role and an end, and suspended accounts. Owners change them, others look. */
import { ROLES, type Role } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatMomentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Answer } from '../../venue/answer.tsx';
import { reading } from '../../venue/queries.ts';
import { boundTo } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { operatorErrorText, Refusal } from '../refusal.tsx';
import { addressProblem } from '../rules.ts';

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
  const change = useRightsChange();
  return (
    <section className='stack' aria-label='Rights'>
      {isOwner && <RoleForm />}
      <Panel title='Accounts with a role'>
        <Answer to={roles} failure='The roles could not be read' lines={3} explain={operatorErrorText}>
          {({ roles: all }) => (
            <DataTable
              caption='Roles'
              columns={ROLE_COLUMNS}
              rows={all}
              keyOf={({ account }) => account}
              narrow='cards'
            />
          )}
        </Answer>
      </Panel>
      {isOwner && <TokenForm />}
      <Panel title='Tokens'>
        <Answer to={tokens} failure='The tokens could not be read' lines={3} explain={operatorErrorText}>
          {(all) => (
            <DataTable
              caption='Tokens'
              columns={tokenColumns(isOwner ? (name) => change.mutate(() => client.admin.revokeToken(name)) : null)}
              rows={all}
              keyOf={({ name }) => name}
              narrow='cards'
            />
          )}
        </Answer>
      </Panel>
      <Panel title='Suspended accounts'>
        <Answer to={roles} failure='The accounts could not be read' lines={2} explain={operatorErrorText}>
          {({ suspended }) => (
            <DataTable
              caption='Suspended accounts'
              columns={suspendedColumns(
                mayResume ? (address) => change.mutate(() => client.admin.resume(address)) : null,
              )}
              rows={suspended}
              keyOf={(address) => address}
              narrow='cards'
            />
          )}
        </Answer>
      </Panel>
    </section>
  );
}

/** Carries out one change and reads everything again. */
function useRightsChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => showToast({ title: 'Nothing was changed', text: operatorErrorText(error), tone: 'bad' }),
    onSettled: () => cache.invalidateQueries({ queryKey: RIGHTS }),
  });
}

type RoleRow = { readonly account: string; readonly role: Role };
type TokenRow = { readonly name: string; readonly role: Role; readonly expires: number; readonly ended: boolean };

const ROLE_COLUMNS: readonly Column<RoleRow>[] = [
  { title: 'Account', kind: 'lead', cell: ({ account }) => <code className='small operate__act'>{account}</code> },
  { title: 'Role', cell: ({ role }) => role },
];

const suspendedColumns = (resume: ((address: string) => void) | null): readonly Column<string>[] => [
  { title: 'Account', kind: 'lead', cell: (address) => <code className='small operate__act'>{address}</code> },
  {
    title: 'Resume',
    kind: 'actions',
    cell: (address) =>
      resume && (
        <Button size='sm' aria-label={`Resume ${address}`} onClick={() => resume(address)}>
          Resume
        </Button>
      ),
  },
];

const tokenColumns = (revoke: ((name: string) => void) | null): readonly Column<TokenRow>[] => [
  { title: 'Name', kind: 'lead', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  {
    title: 'Until',
    cell: ({ expires, ended }) => (ended ? 'Ended' : formatMomentOf(expires)),
  },
  {
    title: 'Revoke',
    kind: 'actions',
    cell: ({ name }) =>
      revoke && (
        <Button size='sm' kind='danger' aria-label={`Revoke ${name}`} onClick={() => revoke(name)}>
          Revoke
        </Button>
      ),
  },
];

const GROWS: ReadonlySet<string> = new Set(['owner', 'operator']);
const GROWN =
  'If an operator’s recovery link was used for this person, their devices and sessions end first: make them a link afterwards.';
const NO_ROLE = { account: '', role: 'editor', reason: '' };

function RoleForm() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(NO_ROLE);
  const [problem, setProblem] = useState<string | null>(null);
  const set = useMutation({
    mutationFn: ({ account, role, reason }: typeof NO_ROLE) =>
      client.admin.setRole({ account: account.trim(), role: role as Role, reason: reason.trim() }),
    onSuccess: () => setDraft(NO_ROLE),
    onSettled: () => cache.invalidateQueries({ queryKey: RIGHTS }),
  });
  const bind = boundTo(draft, { account: problem }, (name: keyof typeof NO_ROLE, value) => {
    setProblem(null);
    setDraft((before) => ({ ...before, [name]: value }));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = addressProblem(draft.account);
    setProblem(found);
    if (found === null) set.mutate(draft);
  };
  return (
    <Panel title='Give a role' padded>
      <form className='stack' noValidate onSubmit={submit}>
        <Field label='Account' spellCheck={false} {...bind('account')} />
        <SelectField
          label='Role'
          options={[...ADMIN_ROLES, ['trader', 'trader: no role']]}
          {...(GROWS.has(draft.role) && { hint: GROWN })}
          {...bind('role')}
        />
        <Field label='Why' maxLength={500} {...bind('reason')} />
        <Button type='submit' kind='primary' busy={set.isPending}>
          Give the role
        </Button>
        <Refusal error={set.error} />
      </form>
    </Panel>
  );
}

const NO_TOKEN = { name: '', role: 'auditor', days: '90', reason: '' };

function TokenForm() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(NO_TOKEN);
  const issue = useMutation({
    mutationFn: async ({ name, role, days, reason }: typeof NO_TOKEN) => {
      const expires = Math.floor(client.venue.now() / 1000) + Number(days) * DAY_SECONDS;
      return client.admin.issueToken({ name: name.trim(), role: role as AdminRole, expires, reason: reason.trim() });
    },
    onSuccess: () => setDraft(NO_TOKEN),
    onSettled: () => cache.invalidateQueries({ queryKey: RIGHTS }),
  });
  const bind = boundTo(draft, {}, (name: keyof typeof NO_TOKEN, value) =>
    setDraft((before) => ({ ...before, [name]: value })),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    issue.mutate(draft);
  };
  return (
    <Panel title='A new token' padded>
      <form className='stack' onSubmit={submit}>
        <div className='grid gap-4 operate__pair'>
          <Field label='Name' required pattern='[A-Za-z0-9][A-Za-z0-9._\-]{0,39}' {...bind('name')} />
          <SelectField label='Role' options={ADMIN_ROLES} {...bind('role')} />
          <Field label='Days' type='number' min={1} max={3650} required {...bind('days')} />
          <Field label='Why' maxLength={500} {...bind('reason')} />
        </div>
        <Button type='submit' kind='primary' busy={issue.isPending}>
          Issue the token
        </Button>
        <Refusal error={issue.error} />
        {issue.isSuccess && (
          <Field
            label={`Token ${issue.data.name}: shown this once`}
            value={issue.data.token}
            readOnly
            onFocus={({ target }) => target.select()}
          />
        )}
      </form>
    </Panel>
  );
}

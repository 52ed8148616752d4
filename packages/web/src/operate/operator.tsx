/**
 * The operator signed in: by the role of the account, or by a token, kept in this tab only and sent to this venue only.
 */
import type { Role } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, use, useMemo, useState } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { type Client, createOperatorClient } from '../venue/client.ts';
import { errorText } from '../venue/error-text.ts';
import { reading } from '../venue/queries.ts';
import { getText, keepText } from '../venue/text-store.ts';
import { isWrongToken } from './refusal.tsx';

const STORE_KEY = 'bellwether.operator-token';

interface Operator {
  readonly client: Client;
  readonly role: Role;
  /** null for an account, which needs no token. */
  readonly leave: (() => void) | null;
}

const OperatorContext = createContext<Operator | null>(null);

/** Returns the operator. Must be called below an `OperatorProvider`. */
export function useOperator(): Operator {
  const operator = use(OperatorContext);
  if (operator === null) throw new Error('useOperator needs an OperatorProvider above');
  return operator;
}

/** Shows `children` to an account with a role, or once the token has been entered. */
export function OperatorProvider({ children }: { readonly children: ReactNode }) {
  const [token, setToken] = useState(() => getText(sessionStorage, STORE_KEY));
  const [typed, setTyped] = useState('');
  const { account, state } = useAccountControl();
  const byToken = useMemo(() => (token === '' ? null : createOperatorClient(token)), [token]);
  const client = byToken ?? account?.client ?? null;
  const self = useQuery({
    ...reading(['operate', 'self', byToken === null ? account?.address : 'token'], async (call) =>
      client === null ? null : client.admin.self(call),
    ),
    enabled: client !== null,
    retry: false,
  });
  const leave = (): void => {
    keepText(sessionStorage, STORE_KEY, null);
    setToken('');
  };
  const enter = (entered: string): void => {
    // If storage is unavailable, the token lasts until the page is reloaded.
    keepText(sessionStorage, STORE_KEY, entered);
    setToken(entered);
    setTyped('');
  };
  const isPending = client === null ? state.kind === 'opening' : self.isPending;
  // A form in which someone writes stays where it is, whatever the account turns out to be allowed.
  if (isPending && typed === '') return <SkeletonLines lines={6} />;
  // With a token, the sections say what is wrong.
  const role = self.data?.role ?? (byToken === null ? 'trader' : 'owner');
  if (client === null || role === 'trader') return <SignIn token={typed} setToken={setTyped} onEnter={enter} />;
  return <OperatorContext value={{ client, role, leave: byToken && leave }}>{children}</OperatorContext>;
}

interface SignInProps {
  /** The token as far as it is typed. */
  readonly token: string;
  readonly setToken: (token: string) => void;
  readonly onEnter: (token: string) => void;
}

/** Asks for the operator's token, once per tab, and says where to find it. Explains why a wrong token is refused. */
function SignIn({ token, setToken, onEnter }: SignInProps) {
  const [rule, setRule] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (entered: string) => createOperatorClient(entered).admin.self(),
    onSuccess: (_self, entered) => onEnter(entered),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const entered = token.trim();
    const problem = tokenProblem(entered);
    setRule(problem);
    if (problem === null) check.mutate(entered);
  };
  return (
    <form className='panel panel__body stack operate__sign-in' onSubmit={submit} noValidate>
      <div>
        <h1>Operate this venue</h1>
        <p className='soft'>
          Create, watch and resolve markets. For accounts with a role, and for whoever has a token of an administrator.
        </p>
      </div>
      <Field
        label='Admin token'
        type='password'
        autoComplete='off'
        spellCheck={false}
        value={token}
        onChange={(event) => {
          setToken(event.target.value);
          setRule(null);
          check.reset();
        }}
        error={rule ?? (check.isError ? refusal(check.error) : null)}
        hint='The file admin-token in the data folder holds it; the venue prints its path at startup.'
      />
      <Button type='submit' kind='primary' wide busy={check.isPending}>
        Enter
      </Button>
      <p className='small faint'>
        The token stays in this tab until you close it or leave, and is sent to this venue alone. No one else who uses
        this browser finds it later.
      </p>
    </form>
  );
}

function tokenProblem(token: string): string | null {
  if (token === '') return 'Enter the token first.';
  return /^[\x21-\x7e]{1,512}$/.test(token) ? null : 'A token has no spaces and only plain characters.';
}

function refusal(error: unknown): string {
  return isWrongToken(error) ? 'This is not the admin token of this venue. Nothing was changed.' : errorText(error);
}

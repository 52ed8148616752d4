/** Asks for the operator's token, once per tab, and says where to find it. Explains why a wrong token is refused. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { createOperatorClient } from '../venue/client.ts';
import { errorText } from '../venue/error-text.ts';
import { isWrongToken } from './operator-error.ts';

export function SignIn({ onEnter }: { readonly onEnter: (token: string) => void }) {
  const [token, setToken] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (entered: string) => createOperatorClient(entered).admin.health(),
    onSuccess: (_health, entered) => onEnter(entered),
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
          Create, watch and resolve markets. For the operator of the venue: everything here needs its admin token.
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

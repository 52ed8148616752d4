/** Ways to sign in that the venue has, and what to do without one. */
import type { PeopleSession } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signingText } from '../account/signing-text.ts';
import { VENUE_NAME } from '../format/look.ts';
import { askPeople, SESSION } from '../session/people-client.ts';
import { IS_FOR_MEMBERS } from '../session/venue-people.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field, Problem, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { signInByPasskey } from './passkey.ts';

/** Words with which the venue comes back from the provider. */
const PROBLEMS: Readonly<Record<string, string>> = {
  email_missing: 'The provider did not say which e-mail address is yours.',
  email_unverified: 'The provider has not verified your e-mail address.',
  email_domain: 'Your e-mail address is not of a domain that may join here.',
  not_a_member: 'You have no invitation yet. Ask the operator for one.',
  other_subject: 'Someone else has signed in with your e-mail address before. Ask an operator.',
  provider_unavailable: 'The provider does not answer now. Try again in a moment.',
  suspended: 'The operator has suspended you.',
};

export function SignInWays({ session: { join, ways } }: { readonly session: PeopleSession }) {
  const [problem] = useState(() => new URLSearchParams(location.search).get('error'));
  return (
    <div className='stack'>
      <h1>Join {VENUE_NAME}, or sign in</h1>
      <Problem text={problem && (PROBLEMS[problem] ?? 'Signing in did not work. Try again, or another way.')} />
      {ways.includes('oidc') && (
        <a className={buttonClass({ kind: 'primary', size: 'lg', wide: true })} href='/auth/people/oidc'>
          Sign in with your organisation
        </a>
      )}
      {join === 'approval' && <AskForm />}
      {ways.includes('passkey') && <PasskeyButton />}
      {ways.includes('email') && <EmailForm />}
      {join === 'invite' && (
        <p className='soft'>New here? Open the link that the operator gave you. It leads back to this page.</p>
      )}
      <details className='key-details'>
        <summary>I am in on another device</summary>
        <p className='small soft'>
          There, open Account, then “Your devices”, and add a device. Point this device’s camera at the code, or open
          the link here. If no device is left, ask the operator for a recovery link.
        </p>
      </details>
      {!IS_FOR_MEMBERS && (
        <p className='small soft'>
          You trade with a key or a browser wallet? <a href='/app/account'>Use it</a>.
        </p>
      )}
    </div>
  );
}

function PasskeyButton() {
  const cache = useQueryClient();
  const signIn = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: () => cache.invalidateQueries({ queryKey: SESSION }),
  });
  return (
    <div className='stack gap-2'>
      <Button wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Use a passkey
      </Button>
      <Problem text={signIn.isError ? 'No passkey of yours was accepted.' : null} />
    </div>
  );
}

function EmailForm() {
  const [email, setEmail] = useState('');
  const send = useMutation({ mutationFn: (address: string) => askPeople('POST', '/email', { email: address }) });
  if (send.isSuccess)
    return (
      <p className='pad rounded notice' role='status'>
        If {VENUE_NAME} knows {email.trim()}, a link is on its way there. Open it on this device.
      </p>
    );
  return (
    <Form className='stack gap-2' onSend={() => send.mutate(email.trim())}>
      <Field label='E-mail' type='email' autoComplete='email' required text={[email, setEmail]} />
      <Problem text={send.isError ? signingText(send.error) : null} />
      <Button type='submit' wide busy={send.isPending}>
        Send me a link
      </Button>
    </Form>
  );
}

/** Asks an operator to be let in. */
function AskForm() {
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      askPeople<PeopleSession>('POST', '/join', {
        name: name.trim(),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: (session) => cache.setQueryData(SESSION, session),
  });
  return (
    <Form className='stack' onSend={() => name.trim() !== '' && ask.mutate()}>
      <Field label='Your name' autoComplete='name' maxLength={80} required text={[name, setName]} />
      <TextField
        label='For the operator (optional)'
        rows={2}
        maxLength={500}
        text={[note, setNote]}
        hint='Who are you?'
      />
      <Problem text={ask.isError ? signingText(ask.error) : null} />
      <Button type='submit' kind='primary' size='lg' wide busy={ask.isPending}>
        Ask to join
      </Button>
    </Form>
  );
}

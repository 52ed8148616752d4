/**
 * Joining and coming back: a link, or a way to sign in, and then the account in this browser. Nothing of it shows a key.
 * Needs neither the router nor an account, because members-only venues show nothing else to outsiders.
 */
import type { PeopleSession } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSaved } from '../account/saved-account.ts';
import { signingText } from '../account/signing-text.ts';
import { VENUE_NAME } from '../format/look.ts';
import { formatMoney } from '../format/numbers.ts';
import { Paragraphs, TermsNote } from '../looks/brand.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { Answer } from '../venue/answer.tsx';
import { useLook } from '../venue/venue-look.ts';
import { enter } from './enter.ts';
import './joining.css';
import { dropLinkToken, dropNonce, linkNonce, takeLinkToken } from '../session/link-token.ts';
import { askPeople, SESSION, sessionQuery } from '../session/people-client.ts';
import { PasskeyOffer } from './passkey-offer.tsx';
import { SignInWays } from './sign-in-ways.tsx';

/** An operator may let someone in at any moment. */
const WAITING_RENEW_MS = 5_000;

export function JoinPanel() {
  const { welcome } = useLook();
  const [token, forgetToken] = useLinkToken();
  const session = useQuery({
    ...sessionQuery,
    // Whoever has just been signed out comes here.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.person?.state === 'waiting' ? WAITING_RENEW_MS : false),
  });
  return (
    <section className='panel panel__body stack join' aria-label='Join'>
      <Answer to={session} failure='The venue did not say how people join' lines={5}>
        {(data) =>
          token === '' ? <Step session={data} /> : <LinkForm token={token} session={data} onUsed={forgetToken} />
        }
      </Answer>
      {session.data?.person === null && welcome !== '' && <Paragraphs text={welcome} />}
      {session.data?.person?.state !== 'joined' && <TermsNote />}
    </section>
  );
}

function useLinkToken(): readonly [token: string, forget: () => void] {
  const [token, setToken] = useState(takeLinkToken);
  useEffect(() => {
    const take = (): void => setToken(takeLinkToken());
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const forget = (): void => {
    dropLinkToken();
    setToken('');
  };
  return [token, forget];
}

function Step({ session }: { readonly session: PeopleSession }) {
  switch (session.person?.state) {
    case undefined:
      return <SignInWays session={session} />;
    case 'waiting':
      return (
        <div className='stack' role='status'>
          <h1>Waiting for the operator</h1>
          <p>You have asked to join {VENUE_NAME}. This page goes on by itself once an operator lets you in.</p>
          <SignOut />
        </div>
      );
    case 'suspended':
      return (
        <div className='stack'>
          <h1>You are suspended</h1>
          <p>The operator of {VENUE_NAME} has suspended you: you cannot trade or sign in. Ask them why.</p>
          <SignOut />
        </div>
      );
    default:
      return <Entrance session={session} />;
  }
}

function SignOut() {
  const cache = useQueryClient();
  const leave = useMutation({
    mutationFn: () => askPeople('POST', '/sign-out'),
    onSettled: () => cache.invalidateQueries({ queryKey: SESSION }),
  });
  return (
    <div>
      <Button size='sm' busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign out
      </Button>
    </div>
  );
}

interface LinkFormProps {
  readonly token: string;
  readonly session: PeopleSession;
  readonly onUsed: () => void;
}

/** Uses a link at a press of a button: programs that only look at links must not use it up. Asks for a name if needed. */
function LinkForm({ token, session: { person }, onUsed }: LinkFormProps) {
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const [asksName, setAsksName] = useState(false);
  const join = useMutation({
    mutationFn: () => {
      const body = { token, ...(name.trim() !== '' && { name: name.trim() }) };
      return askPeople<PeopleSession>('POST', '/join', body, linkNonce());
    },
    onSuccess: (session) => {
      cache.setQueryData(SESSION, session);
      dropNonce();
      onUsed();
    },
    onError: (error) => {
      if (isNameMissing(error)) setAsksName(true);
    },
  });
  const problem = join.isError && !(isNameMissing(join.error) && name.trim() === '') ? signingText(join.error) : null;
  return (
    <Form className='stack' onSend={() => (!asksName || name.trim() !== '') && join.mutate()}>
      <h1>Welcome to {VENUE_NAME}</h1>
      {person === null ? (
        <p>You have a link to join, or to come back. Everything here is play money.</p>
      ) : (
        <p>You are signed in as {person.name}. The link is used all the same.</p>
      )}
      {asksName && (
        <Field label='Your name' text={[name, setName]} autoComplete='name' maxLength={80} autoFocus required />
      )}
      <Problem text={problem} />
      <Button type='submit' kind='primary' size='lg' wide busy={join.isPending}>
        {asksName ? 'Join' : 'Continue'}
      </Button>
      {join.isError && !asksName && (
        <Button wide onClick={onUsed}>
          Other ways to sign in
        </Button>
      )}
    </Form>
  );
}

const isNameMissing = (error: unknown): boolean =>
  isApiError(error) && error.status === 400 && /\bname\b/.test(error.error);

/** Opens the account in this browser. Another account that is kept here is replaced only when asked. */
function Entrance({ session }: { readonly session: PeopleSession }) {
  const [saved] = useState(() => readSaved(localStorage));
  const [mayReplace, setMayReplace] = useState(saved === null || saved.kind === 'device');
  const name = session.person?.name ?? '';
  if (mayReplace) return <Inside session={session} name={name} />;
  return (
    <div className='stack'>
      <h1>Hello, {name}</h1>
      <p>
        This browser keeps another account
        {saved?.kind === 'key' && ', and its key. Save the key under Account first, or that account is lost'}.
      </p>
      <Button kind='danger' wide onClick={() => setMayReplace(true)}>
        Replace it by {name}’s account
      </Button>
      <a className={buttonClass({ wide: true })} href='/app/account'>
        Keep it
      </a>
    </div>
  );
}

function Inside({ session, name }: { readonly session: PeopleSession; readonly name: string }) {
  const entered = useQuery({
    queryKey: ['people', 'enter', session.person?.id],
    queryFn: enter,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (entered.isError)
    return (
      <ErrorState
        title='Your account did not open'
        text={signingText(entered.error)}
        onRetry={() => void entered.refetch()}
      />
    );
  if (!entered.isSuccess) return <SkeletonLines lines={4} />;
  // A whole page load: the rest of the page starts with the account.
  return (
    <div className='stack' role='status'>
      <h1>You are in{name === '' ? '' : `, ${name}`}.</h1>
      <p>You have {formatMoney(entered.data.free)}.</p>
      <a className={buttonClass({ kind: 'primary', size: 'lg', wide: true })} href='/app/'>
        See the markets
      </a>
      {session.ways.includes('passkey') && <PasskeyOffer name={name} />}
      <p className='small soft'>
        To go on with another device too, add it under <a href='/app/account'>your devices</a>.
      </p>
    </div>
  );
}

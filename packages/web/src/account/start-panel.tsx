/** Ways to sign in: a new key with one click, a saved key, or a browser wallet. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { TermsNote } from '../looks/brand.tsx';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { useAccountControl } from './account-context.tsx';
import { ChainWarning } from './chain-warning.tsx';
import { type InjectedWallet, watchWallets } from './injected-wallets.ts';

export function StartPanel() {
  const { state, start } = useAccountControl();
  const { data: venue } = useQuery(venueQuery(useClient()));
  const isBusy = state.kind === 'opening';
  return (
    <div className='grid gap-4 top start'>
      <ChainWarning />
      {HAS_PEOPLE ? (
        <JoinFirst />
      ) : (
        <section className='panel stack start__main' aria-labelledby='start-title'>
          <h2 id='start-title'>Start with one click</h2>
          <p className='soft'>
            A key is made in this browser and becomes your account. No e-mail, no password, no real money: everything
            here is <strong>play money</strong>.
          </p>
          {venue?.join === 'listed' && (
            <p>
              Only addresses that the operator has added may join. If yours is new, you are shown it here, to pass it
              on.
            </p>
          )}
          <Button kind='primary' size='lg' wide busy={isBusy} onClick={start}>
            Create an account
          </Button>
          <TermsNote />
          <ul className='stack gap-2 start__facts small soft'>
            <li>You see the key once, to save it. It never leaves this device.</li>
            <li>
              It stays in this browser’s storage, unprotected. Anyone who can use this browser can use the account.
            </li>
            <li>
              Signing in makes a session key, kept in memory and for this tab; it ends with the tab or when you sign
              out.
            </li>
          </ul>
          {state.kind === 'failed' && (
            <p role='alert' className='no'>
              {state.reason}
            </p>
          )}
        </section>
      )}
      <div className='stack'>
        <ImportForm isBusy={isBusy} />
        <Wallets isBusy={isBusy} />
      </div>
    </div>
  );
}

/** The way in where the venue knows people. An own key goes on for the accounts that have one. */
function JoinFirst() {
  const { state } = useAccountControl();
  return (
    <section className='panel stack start__main' aria-labelledby='start-title'>
      <h2 id='start-title'>Join, or sign in</h2>
      <p className='soft'>
        You need no key and no wallet: this browser becomes one of your devices. Everything here is{' '}
        <strong>play money</strong>.
      </p>
      <Link to='/join' className={buttonClass({ kind: 'primary', size: 'lg', wide: true })}>
        Join or sign in
      </Link>
      <Problem text={state.kind === 'failed' ? state.reason : null} />
    </section>
  );
}

function ImportForm({ isBusy }: { readonly isBusy: boolean }) {
  const { importKey } = useAccountControl();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (importKey(text)) setText('');
    else setError('A key has 64 hexadecimal digits, with or without 0x in front.');
  };
  return (
    <Panel title='I have a key'>
      <form className='panel__body stack' onSubmit={submit}>
        <Field
          label='Private key'
          type='password'
          autoComplete='off'
          spellCheck={false}
          placeholder='0x…'
          value={text}
          error={error}
          hint='Use a key for play money only. This browser stores it unencrypted.'
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
        <Button type='submit' busy={isBusy} disabled={text.trim() === ''}>
          Use this key
        </Button>
      </form>
    </Panel>
  );
}

function Wallets({ isBusy }: { readonly isBusy: boolean }) {
  const { connectWallet } = useAccountControl();
  const [wallets, setWallets] = useState<readonly InjectedWallet[]>([]);
  useEffect(
    () =>
      watchWallets((wallet) =>
        setWallets((known) => (known.some(({ rdns }) => rdns === wallet.rdns) ? known : [...known, wallet])),
      ),
    [],
  );
  return (
    <Panel title='Browser wallet' padded>
      {wallets.length === 0 ? (
        <p className='small soft'>
          No wallet was found in this browser. One that announces itself to pages would be listed here.
        </p>
      ) : (
        wallets.map((wallet) => (
          <Button key={wallet.rdns} wide busy={isBusy} onClick={() => connectWallet(wallet)}>
            {wallet.icon !== '' && <img src={wallet.icon} alt='' width={20} height={20} />}
            {wallet.name}
          </Button>
        ))
      )}
      <p className='small soft'>
        The wallet asks you to sign once for signing in and once for each order. It pays nothing and sends nothing to
        any chain.
      </p>
    </Panel>
  );
}

/** Further keys of the account: addresses that may trade with its money until their end. Lists, adds and revokes them. */
import type { AccountKey } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../clock/clock-context.tsx';
import { formatMoment } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Answer } from '../../venue/answer.tsx';
import { errorText } from '../../venue/error-text.ts';
import { KEYS } from '../../venue/keys.ts';
import { reading, venueQuery } from '../../venue/queries.ts';
import { type Account, isSame } from '../account-queries.ts';
import { CopyText } from '../copy-text.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { scopeWords, UNNAMED } from './key-terms.ts';
import { readMadeHere, removeMadeHere } from './made-here.ts';

const keysKey = (account: Account) => [...KEYS.account(account.address), 'keys'] as const;

/** Nothing where the venue's profile is older than keys. */
export function KeysPanel({ account }: { readonly account: Account }) {
  const { data: venue } = useQuery(venueQuery(account.client));
  if (venue?.profile.differences.includes('session-keys') !== true) return null;
  return <Keys account={account} isOwn={venue.profile.name === 'bellwether'} />;
}

/** `isOwn`: true at a venue of its own profile; the public clients' profile adds keys through the relayer alone. */
function Keys({ account, isOwn }: { readonly account: Account; readonly isOwn: boolean }) {
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(reading(keysKey(account), account.client.account.keys, 0));
  const renew = () => cache.invalidateQueries({ queryKey: keysKey(account) });
  return (
    <Panel title='Further keys'>
      <div className='panel__body stack'>
        <p className='small soft'>
          A bot need not hold your key. A further key places and cancels its own orders with this account’s money until
          its end. It can add no keys and take nothing out.
        </p>
        {isOwn ? (
          <div>
            <Button onClick={() => setAdding(true)}>Add a key</Button>
          </div>
        ) : (
          <p className='small soft'>This venue takes new keys from the public clients’ relayer only.</p>
        )}
      </div>
      <Answer to={query} failure='The keys could not be read' lines={2}>
        {(keys) => keys.length > 0 && <KeyList account={account} keys={keys} onRevoked={renew} />}
      </Answer>
      {isAdding && <AddKeyDialog account={account} onAdded={renew} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

interface KeyListProps {
  readonly account: Account;
  readonly keys: readonly AccountKey[];
  readonly onRevoked: () => Promise<unknown>;
}

function KeyList({ account, keys, onRevoked }: KeyListProps) {
  const madeHere = readMadeHere(localStorage);
  const now = useNow();
  return (
    <ul className='lines line-above' aria-label='Further keys'>
      {keys
        .filter(({ expiration }) => expiration * 1_000 > now)
        .map((known) => (
          <KeyRow
            key={`${known.wallet} ${known.address}`}
            account={account}
            known={known}
            isMadeHere={madeHere.has(known.address)}
            onRevoked={onRevoked}
          />
        ))}
    </ul>
  );
}

interface KeyRowProps {
  readonly account: Account;
  readonly known: AccountKey;
  readonly isMadeHere: boolean;
  readonly onRevoked: () => Promise<unknown>;
}

function KeyRow({ account, known, isMadeHere, onRevoked }: KeyRowProps) {
  const { address, wallet, label, scopes, expiration } = known;
  const [isAsked, setAsked] = useState(false);
  const name = label || UNNAMED;
  const revoke = useMutation({
    mutationFn: () => account.client.account.revokeKey({ address, wallet }),
    onSuccess: async () => {
      removeMadeHere(localStorage, address);
      showToast({ tone: 'good', title: 'Key revoked', text: name });
      await onRevoked();
    },
    onError: (error) => showToast({ tone: 'bad', title: 'The key was not revoked', text: errorText(error) }),
  });
  const end = new Date(expiration * 1_000).toISOString();
  return (
    <li className='row row--apart wrap pad gap-3'>
      <div className='stack gap-1'>
        <h3 className='break'>
          {name} {isMadeHere && <span className='badge badge--accent'>Made in this browser</span>}
        </h3>
        <CopyText text={address} what={`address of ${name}`} />
        <p className='small soft'>
          {scopeWords(scopes)} · from {isSame(wallet, account.address) ? 'your wallet' : 'the deposit wallet'}
        </p>
        <p className='small soft'>Ends {formatMoment(end)}</p>
      </div>
      <Button
        size='sm'
        kind='danger'
        busy={revoke.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => setAsked(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        action='Revoke it'
        refrain='Keep it'
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => revoke.mutate()}
      >
        <p>It trades no more, and its open orders are cancelled at once. What it has traded stays yours.</p>
      </ConfirmDialog>
    </li>
  );
}

/**
 * Dialog that adds a key to the account: a new key is made in the browser, its address is sent with the account's
 * signature, and the key itself is shown once. It is kept nowhere.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClock } from '../../clock/clock-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Problem, SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { loadPart } from '../../venue/load-part.ts';
import type { Account } from '../account-queries.ts';
import { CopyText } from '../copy-text.tsx';
import { KeyBox } from '../key-box.tsx';
import { makeKey } from '../saved-account.ts';
import { signingText } from '../signing-text.ts';
import { endAfter, LIVES, NAME_MAX, UNNAMED } from './key-terms.ts';
import { addMadeHere } from './made-here.ts';

const loadAddressOfKey = () => loadPart(() => import('../open-account.ts').then(({ addressOfKey }) => addressOfKey));

type Terms = { readonly label: string; readonly days: string; readonly from: 'deposit' | 'own' };

interface AddKeyDialogProps {
  readonly account: Account;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function AddKeyDialog({ account, onAdded, onClose }: AddKeyDialogProps) {
  const clock = useClock();
  // The same key again after a failure: the venue may have added it without the answer arriving.
  const [privateKey] = useState(makeKey);
  const [isSaved, setSaved] = useState(false);
  const add = useMutation({
    mutationFn: async ({ label, days, from }: Terms) => {
      const address = (await loadAddressOfKey())(privateKey);
      const wallet = from === 'own' ? { wallet: account.address } : {};
      const expiration = endAfter(days, clock.now());
      return account.client.account.addKey({ address, ...wallet, label, scopes: ['CLOB'], expiration });
    },
    onSuccess: ({ address }) => {
      addMadeHere(localStorage, address);
      void onAdded();
    },
  });
  const { data: added } = add;
  return (
    <Dialog
      title={added === undefined ? 'Add a key' : 'Copy the key now'}
      open
      onClose={onClose}
      asks={add.isPending || added !== undefined ? 'The key is shown this once. Close the window all the same?' : null}
    >
      {added === undefined ? (
        <TermsForm
          isBusy={add.isPending}
          problem={add.isError ? signingText(add.error) : null}
          onSubmit={(terms) => add.mutate(terms)}
        />
      ) : (
        <div className='stack'>
          <p role='status'>
            <strong>{added.label || UNNAMED}</strong> may trade now. Give this key to your bot: it signs in with it by
            itself, and trades from the wallet <CopyText text={added.wallet} what='wallet' />
          </p>
          <p className='small pad rounded notice notice--warn'>
            <strong>It is shown this once.</strong> It was made in this browser, has not left it, and is not stored. If
            you lose it, revoke it and add another.
          </p>
          <KeyBox privateKey={privateKey} address={added.address} onSaved={() => setSaved(true)} />
          <Button kind='primary' wide onClick={onClose}>
            {isSaved ? 'Done' : 'I have saved the key'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface TermsFormProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onSubmit: (terms: Terms) => void;
}

function TermsForm({ isBusy, problem, onSubmit }: TermsFormProps) {
  const [terms, setTerms] = useState<Terms>({ label: '', days: '30', from: 'deposit' });
  return (
    <Form className='stack' onSend={() => onSubmit({ ...terms, label: terms.label.trim() })}>
      <Field
        label='Name'
        text={[terms.label, (label) => setTerms({ ...terms, label })]}
        maxLength={NAME_MAX}
        autoComplete='off'
        placeholder='Market maker'
        hint='For you, to know it in the list.'
      />
      <SelectField
        label='Trades from'
        text={[terms.from, (from) => setTerms({ ...terms, from: from === 'own' ? 'own' : 'deposit' })]}
        options={[
          ['deposit', 'Deposit wallet'],
          ['own', 'Your wallet'],
        ]}
        hint='It uses the free money and the shares of this wallet only.'
      />
      <SelectField
        label='Ends'
        text={[terms.days, (days) => setTerms({ ...terms, days })]}
        options={LIVES}
        hint='Its open orders are then cancelled. You can revoke it earlier.'
      />
      <Problem text={problem} />
      <Button type='submit' kind='primary' busy={isBusy} wide>
        Make the key and add it
      </Button>
    </Form>
  );
}

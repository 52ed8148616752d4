/** Grants or revokes an account's right to remove any comment and to dismiss reports. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { renew } from '../venue/renew.ts';
import { MODERATED_COMMENTS, MODERATORS } from './moderation-keys.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './operator-error.ts';
import { addressProblem } from './rules.ts';
import { WalletField } from './wallet-field.tsx';

export function ModeratorForm() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [wallet, setWallet] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (moderator: boolean) =>
      moderator ? client.admin.addModerator(wallet.trim()) : client.admin.removeModerator(wallet.trim()),
    onSuccess: () => renew(cache, MODERATORS, MODERATED_COMMENTS),
  });
  const submit = (moderator: boolean): void => {
    const problem = addressProblem(wallet);
    setRule(problem);
    if (problem === null) change.mutate(moderator);
  };
  return (
    <form
      className='panel'
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(true);
      }}
    >
      <div className='panel__head'>
        <h2>Moderators</h2>
      </div>
      <div className='panel__body stack'>
        <p className='small soft'>A moderator removes comments from the market pages, with their own account.</p>
        <WalletField
          label='Account of the moderator'
          value={wallet}
          error={rule ?? (change.isError ? operatorErrorText(change.error) : null)}
          onChange={(next) => {
            setWallet(next);
            setRule(null);
            if (!change.isPending) change.reset();
          }}
        />
        {change.isSuccess && (
          <p className='small soft' role='status'>
            {change.data.moderator ? 'The account moderates now.' : 'The account no longer moderates.'}
          </p>
        )}
        <div className='row wrap'>
          <Button type='submit' kind='primary' busy={change.isPending}>
            Make moderator
          </Button>
          <Button disabled={change.isPending} onClick={() => submit(false)}>
            Take the right away
          </Button>
        </div>
      </div>
    </form>
  );
}

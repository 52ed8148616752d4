/** The moderators: grants and revokes the right to remove any comment and to dismiss reports. */
import type { Moderator } from '@bellwether/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Mark } from '../ui/mark.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { renew } from '../venue/keys.ts';
import { paged } from '../venue/queries.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';
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
    <Form className='panel' noValidate onSend={() => submit(true)}>
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
    </Form>
  );
}

const PAGE = 50;

export function ModeratorList() {
  const { client } = useOperator();
  const query = useInfiniteQuery(paged(MODERATORS, PAGE, client.admin.moderators, 0));
  return (
    <Answer to={query} failure='The moderators could not be read' lines={2} explain={operatorErrorText}>
      {({ pages }) =>
        pages.flat().length === 0 ? (
          <p className='small soft'>No one moderates besides you.</p>
        ) : (
          <>
            <ul className='panel lines' aria-label='Who moderates'>
              {pages.flat().map((moderator) => (
                <Row key={moderator.address} moderator={moderator} />
              ))}
            </ul>
            <ShowMore of={query} text='Show more moderators' />
          </>
        )
      }
    </Answer>
  );
}

function Row({ moderator }: { readonly moderator: Moderator }) {
  const { address, profileImage, pseudonym } = moderator;
  const { client } = useOperator();
  const cache = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const name = moderator.name || pseudonym;
  const remove = useMutation({
    mutationFn: () => client.admin.removeModerator(address),
    onSuccess: async () => {
      showToast({ title: 'Moderates no more', text: name, tone: 'good' });
      await renew(cache, MODERATORS, MODERATED_COMMENTS);
    },
    onError: (error) => showToast({ title: 'Still a moderator', text: operatorErrorText(error), tone: 'bad' }),
  });
  return (
    <li className='grid gap-3 pad center operate__moderator'>
      <Mark id={address} image={profileImage} size={28} round />
      <div className='stack gap-0 operate__who'>
        <strong>{name}</strong>
        <code className='small faint truncate'>{address}</code>
      </div>
      <Button
        size='sm'
        busy={remove.isPending}
        aria-label={`Take the right from ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={`Take the right to moderate from ${name}?`}
        action='Take it away'
        open={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>They can no longer remove comments of others or dismiss reports. What they did stays as it is.</p>
      </ConfirmDialog>
    </li>
  );
}

export const MODERATED_COMMENTS = ['operate', 'comments'] as const;
const MODERATORS = ['operate', 'moderators'] as const;

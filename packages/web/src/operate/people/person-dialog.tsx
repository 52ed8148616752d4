/** Dialog of one person: name and groups, in or out, the link that brings them back, and erasing them. */
import type { PersonAnswer, PersonChange } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../format/numbers.ts';
import { LinkBox } from '../../joining/link-box.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { filled } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { Refusal } from '../refusal.tsx';
import { useAct } from '../use-act.ts';
import { PEOPLE, STATES } from './people-queries.ts';

type PersonDialogProps = { readonly person: PersonAnswer; readonly onClose: () => void };

const namesOf = (text: string): string[] => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);

export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { client, role } = useOperator();
  const cache = useQueryClient();
  const { id, email, note } = person;
  const [known, setKnown] = useState(person);
  const [name, setName] = useState(person.name);
  const [groups, setGroups] = useState(person.groups.join(', '));
  const [account, setAccount] = useState(person.account ?? '');
  const [reason, setReason] = useState('');
  const [isErasing, setErasing] = useState(false);
  const [typed, setTyped] = useState('');
  const params = { id };
  const why = filled({ reason });
  const change = useMutation({
    mutationFn: (body: PersonChange) => client.request('changePerson', { params, body: { ...body, ...why } }),
    onSuccess: (changed) => {
      setKnown(changed);
      showToast({ title: `${changed.name}: changed`, tone: 'good' });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: PEOPLE }),
  });
  const link = useMutation({ mutationFn: () => client.request('recoverPerson', { params, ...why }) });
  const { mutate } = useAct('Not erased', PEOPLE);
  const erase = async () => {
    await client.request('erasePerson', { params, ...why });
    onClose();
    return { title: 'Erased', text: 'The account stays, without a name.', tone: 'good' } as const;
  };
  const submit = (): void =>
    change.mutate({
      ...(name.trim() !== known.name && { name: name.trim() }),
      ...(account.trim() !== (known.account ?? '') && { account: account.trim() }),
      groups: namesOf(groups),
    });
  return (
    <>
      <Dialog title={known.name} open onClose={onClose}>
        <Form className='stack' onSend={submit}>
          <p className='small soft break'>
            {STATES[known.state]}
            {email !== null && ` · ${email}`}
            {known.account !== null && ` · ${known.account}`}
          </p>
          {note !== null && note !== '' && <blockquote className='small pad rounded notice'>{note}</blockquote>}
          {known.unpaid !== null && (
            <p className='small pad rounded notice'>
              The venue could not pay the {formatMoney(known.unpaid)} that the invitation promised. Give it under
              Grants.
            </p>
          )}
          <Field label='Name' required maxLength={80} text={[name, setName]} />
          <Field label='Groups' text={[groups, setGroups]} hint='Separated by commas. New ones are made.' />
          {role === 'owner' && (
            <Field
              label='Account'
              text={[account, setAccount]}
              hint='Another one only after a restore: theirs, which nobody has any more. Their devices end.'
            />
          )}
          <Field label='Why (optional, for the log)' maxLength={500} text={[reason, setReason]} />
          <Refusal error={change.error ?? link.error} />
          <div className='row wrap'>
            <Button type='submit' kind='primary' busy={change.isPending}>
              Save
            </Button>
            {known.state === 'joined' ? (
              <Button kind='danger' onClick={() => change.mutate({ state: 'suspended' })}>
                Suspend
              </Button>
            ) : (
              <Button onClick={() => change.mutate({ state: 'joined' })}>
                {known.state === 'waiting' ? 'Let in' : 'End the suspension'}
              </Button>
            )}
            <Button busy={link.isPending} onClick={() => link.mutate()}>
              Recovery link
            </Button>
            <Button kind='danger' onClick={() => setErasing(true)}>
              Erase…
            </Button>
          </div>
          {link.isSuccess && (
            <>
              <p className='small soft'>
                For {known.name} alone: it signs a device in, once, within a day. It is shown only now.
              </p>
              <LinkBox url={link.data.url} what='Recovery link' />
            </>
          )}
        </Form>
      </Dialog>
      <ConfirmDialog
        title={`Erase ${known.name}?`}
        action='Erase'
        refrain='Keep'
        isLocked={typed.trim() !== known.name.trim()}
        open={isErasing}
        onClose={() => setErasing(false)}
        onConfirm={() => mutate(erase)}
      >
        <p>
          Name, e-mail, sessions and devices go, for good. Money, positions and trades stay with the account, without a
          name.
        </p>
        <Field label={`Type “${known.name}” to go on`} autoComplete='off' text={[typed, setTyped]} />
      </ConfirmDialog>
    </>
  );
}

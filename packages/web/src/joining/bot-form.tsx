/** Adds a program's own key to the person's devices. What the program needs for it is shown once. */
import type { DeviceAdded } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askPeople, DEVICES } from '../session/people-client.ts';
import { Button } from '../ui/button.tsx';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { errorText } from '../venue/error-text.ts';

/** Account as the SDK takes it, beside the signer. */
const accountOf = ({ account: address, apiKey, secret, passphrase }: DeviceAdded): string =>
  JSON.stringify({ address, credentials: { apiKey, secret, passphrase } });

export function BotForm() {
  const cache = useQueryClient();
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('Bot');
  const add = useMutation({
    mutationFn: () =>
      askPeople<DeviceAdded>('POST', '/devices', { address: address.trim(), label: label.trim(), bot: true }),
    onSuccess: () => cache.invalidateQueries({ queryKey: DEVICES }),
  });
  if (add.isSuccess)
    return (
      <div className='stack' role='status'>
        <p>The bot trades with your money from now on. Give it this, which is shown only now:</p>
        <CopyableCode label='BOT_ACCOUNT' code={accountOf(add.data)} />
      </div>
    );
  return (
    <Form className='stack' onSend={() => add.mutate()}>
      <p>A bot has a key of its own, which you revoke here without signing anyone out.</p>
      <Field
        label='Address of the bot’s key'
        spellCheck={false}
        required
        text={[address, setAddress]}
        hint='Its address, never the key.'
      />
      <Field label='Name' maxLength={64} required text={[label, setLabel]} />
      <Problem text={add.isError ? errorText(add.error) : null} />
      <Button type='submit' kind='primary' busy={add.isPending}>
        Add it
      </Button>
    </Form>
  );
}

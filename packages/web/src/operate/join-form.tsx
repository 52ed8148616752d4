/** Adds an address that may join the venue: its account, with the starting balance. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';

export function JoinForm() {
  const { client } = useOperator();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: (entered: string) => client.admin.addAccount(entered),
    onSuccess: () => setAddress(''),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const entered = address.trim();
    const isAddress = /^0x[0-9a-fA-F]{40}$/.test(entered);
    setProblem(isAddress ? null : 'An address is 0x followed by 40 digits or letters a to f.');
    if (isAddress) add.mutate(entered);
  };
  return (
    <Panel title='Who may join' padded>
      <p className='soft small'>
        On a venue that admits only listed addresses, add each one here. Its account opens at once with the starting
        balance. Someone who is not listed is shown their address when they try to join.
      </p>
      <form className='stack' onSubmit={submit} noValidate>
        <Field
          label='Address'
          value={address}
          placeholder='0x…'
          spellCheck={false}
          autoComplete='off'
          onChange={(event) => {
            setAddress(event.target.value);
            setProblem(null);
            add.reset();
          }}
          error={problem}
        />
        <Refusal error={add.error} />
        {add.isSuccess && (
          <p className='small soft' role='status'>
            {add.data.address} may join.
          </p>
        )}
        <Button type='submit' busy={add.isPending}>
          Add
        </Button>
      </form>
    </Panel>
  );
}

/** Deposits and withdrawals of play money, one wallet at a time, and who may join. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';
import { addressProblem, amountProblem, plainDecimal } from './rules.ts';
import { SendForm, useSending } from './send-form.tsx';
import { WalletField } from './wallet-field.tsx';

type Direction = 'deposit' | 'withdraw';

const DIRECTIONS = { deposit: 'Deposit', withdraw: 'Withdraw' };

export function MoneySection() {
  const { client } = useOperator();
  const [direction, setDirection] = useState<Direction>('deposit');
  const [wallet, setWallet] = useState('');
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const move = useMutation({
    mutationFn: ({ kind, wallet, typed }: Readonly<{ kind: Direction; wallet: string; typed: string }>) => {
      const body = { wallet, amount: plainDecimal(typed) };
      return kind === 'deposit' ? client.admin.deposit(body) : client.admin.withdraw(body);
    },
    onSuccess: (answer, { kind, typed }) => {
      // Text typed while the request was in flight is the next amount.
      setAmount((now) => (now === typed ? '' : now));
      setIsChecked(false);
      const title = kind === 'deposit' ? 'Deposited' : 'Withdrawn';
      showToast({
        title: `${title} ${formatMoney(answer.amount)}`,
        text: `Free there now: ${formatMoney(answer.free)}`,
        tone: 'good',
      });
    },
  });
  const problems = { wallet: addressProblem(wallet), amount: amountProblem(amount) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (problems.wallet === null && problems.amount === null)
      move.mutate({ kind: direction, wallet: wallet.trim(), typed: amount });
  };
  const forget = (): void => {
    if (!move.isPending) move.reset();
  };
  return (
    <section className='operate__narrow stack' aria-label='Deposits and withdrawals'>
      <form className='panel panel__body stack' onSubmit={submit} noValidate>
        <p className='soft small'>
          Play money only: it appears with a deposit and is gone with a withdrawal. Every move is journaled.
        </p>
        <Segmented
          label='Direction'
          wide
          value={direction}
          options={DIRECTIONS}
          onChange={(next) => {
            setDirection(next);
            forget();
          }}
        />
        <WalletField
          label='Wallet'
          value={wallet}
          onChange={(next) => {
            setWallet(next);
            forget();
          }}
          error={isChecked ? problems.wallet : null}
        />
        <Field
          label='Amount'
          value={amount}
          inputMode='decimal'
          autoComplete='off'
          onChange={(event) => {
            setAmount(event.target.value);
            forget();
          }}
          error={isChecked ? problems.amount : null}
          hint='Play money, with at most six decimals.'
        />
        <Refusal error={move.error} />
        {move.isSuccess && (
          <p className='small soft' role='status'>
            Free there now: {formatMoney(move.data.free)}, held by open orders: {formatMoney(move.data.held)}.
          </p>
        )}
        <Button type='submit' kind='primary' wide busy={move.isPending}>
          {direction === 'deposit' ? 'Deposit' : 'Withdraw'}
        </Button>
      </form>
      <JoinForm />
    </section>
  );
}

function JoinForm() {
  const { client } = useOperator();
  const added = useSending({
    empty: { address: '' },
    send: ({ address }) => client.admin.addAccount(address.trim()),
    problemsOf: ({ address }) => ({
      address: /^0x[0-9a-fA-F]{40}$/.test(address.trim())
        ? null
        : 'An address is 0x followed by 40 digits or letters a to f.',
    }),
  });
  return (
    <Panel title='Who may join' padded>
      <p className='soft small'>
        On a venue that admits only listed addresses, add each one here. Its account opens at once with the starting
        balance. Someone who is not listed is shown their address when they try to join.
      </p>
      <SendForm of={added} action='Add' noValidate>
        <Field label='Address' placeholder='0x…' spellCheck={false} autoComplete='off' {...added.bind('address')} />
        {added.sent.isSuccess && (
          <p className='small soft' role='status'>
            {added.sent.data.address} may join.
          </p>
        )}
      </SendForm>
    </Panel>
  );
}

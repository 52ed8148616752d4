/**
 * Split: play money becomes an equal number of shares of both outcomes. Merge: the reverse. These calls are not
 * idempotent, so a call without an answer is never retried; the user is told to check the balance first.
 */
import { isOutcomeUnknown } from '@bellwether/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { useFunds } from '../account/funds.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { CURRENCY } from '../format/look.ts';
import { formatMoney, formatShares } from '../format/numbers.ts';
import { readTyped, typedText } from '../format/typed-number.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Problem } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { KEYS } from '../venue/keys.ts';

export type PairAction = 'split' | 'merge';

interface PairDialogProps {
  readonly account: Account;
  readonly conditionId: string;
  readonly question: string;
  /** Labels of both outcomes. If a token id is empty, the amount that can be merged counts as 0. */
  readonly labels: readonly [string, string];
  readonly tokenIds: readonly [string, string];
  /** Action selected at first; a split by default. */
  readonly action?: PairAction;
  readonly onClose: () => void;
}

export function PairDialog(props: PairDialogProps) {
  const { question, labels, action: first = 'split', onClose } = props;
  const [action, setAction] = useState<PairAction>(first);
  return (
    <Dialog title={action === 'split' ? 'Split play money' : 'Merge a pair'} open onClose={onClose}>
      <div className='stack'>
        <p className='soft'>{question}</p>
        <Segmented
          label='What to do'
          wide
          value={action}
          options={{ split: 'Split', merge: 'Merge' }}
          onChange={setAction}
        />
        <p className='small soft'>
          {action === 'split'
            ? `${formatMoney('1')} becomes one ${labels[0]} and one ${labels[1]}. Together they are always worth ${formatMoney('1')}.`
            : `One ${labels[0]} and one ${labels[1]} become ${formatMoney('1')} again.`}
        </p>
        <PairForm key={action} {...props} action={action} />
      </div>
    </Dialog>
  );
}

function PairForm({
  account,
  conditionId,
  labels,
  tokenIds,
  action,
  onClose,
}: PairDialogProps & { readonly action: PairAction }) {
  const queries = useQueryClient();
  const funds = useFunds();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const most =
    funds === null
      ? 0n
      : mostOf(
          action,
          funds.free,
          tokenIds.map((tokenId) => funds.shares.get(tokenId) ?? '0'),
        );
  const typed = readTyped(text);
  const wrong =
    typed.kind === 'bad'
      ? typed.reason
      : typed.kind === 'number' && typed.micros > most
        ? `At most ${action === 'split' ? formatMoney(fromMicros(most)) : formatShares(fromMicros(most), 2, 'pair')}.`
        : null;
  const amount = typed.kind === 'number' && typed.micros > 0n && wrong === null ? fromMicros(typed.micros) : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (amount === null || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await account.client.account[action]({ wallet: account.wallet, conditionId, amount });
      showToast({
        tone: 'good',
        title: action === 'split' ? 'Split done' : 'Merge done',
        text:
          action === 'split'
            ? `You have ${formatShares(amount)} more ${labels[0]} and ${labels[1]}.`
            : `${formatMoney(amount)} came back.`,
      });
      onClose();
    } catch (error) {
      setRefusal(
        isOutcomeUnknown(error)
          ? 'No clear answer came: it may have been done or not. Look at your balance before you try again.'
          : errorText(error),
      );
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: KEYS.account(account.address) });
      void queries.invalidateQueries({ queryKey: KEYS.positions(account.address) });
    }
  };
  return (
    <form className='stack' onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={action === 'split' ? `Amount (${CURRENCY})` : 'Pairs'}
        inputMode='decimal'
        autoComplete='off'
        className='numeric'
        text={[text, setText]}
        error={wrong}
        hint={
          action === 'split'
            ? `You have ${formatMoney(fromMicros(most))} of cash.`
            : `You have ${formatShares(fromMicros(most), 2, 'pair')} that no order holds.`
        }
      />
      <div>
        <Button size='sm' disabled={most === 0n} onClick={() => setText(typedText(fromMicros(most)))}>
          Max
        </Button>
      </div>
      <Problem text={refusal} />
      <Button type='submit' kind='primary' size='lg' wide busy={isBusy} disabled={amount === null}>
        {action === 'split' ? 'Split' : 'Merge'}
      </Button>
    </form>
  );
}

/** Returns the maximum amount: free collateral for a split, the smaller of the two holdings for a merge. */
function mostOf(action: PairAction, free: string, shares: readonly string[]): bigint {
  if (action === 'split') return toMicros(free) ?? 0n;
  const [first = 0n, second = 0n] = shares.map((text) => toMicros(text) ?? 0n);
  if (first < second) return first;
  return second;
}

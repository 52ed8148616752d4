/** Disputes a proposed result: its window then confirms nothing any more, and the operator decides. */
import { RESULT_TEXT_LENGTH_MAX } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { KEYS, renew } from '../venue/keys.ts';

interface DisputeDialogProps {
  readonly account: Account;
  readonly conditionId: string;
  readonly words: string;
  readonly onClose: () => void;
}

export function DisputeDialog({ account, conditionId, words, onClose }: DisputeDialogProps) {
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const dispute = useMutation({
    mutationFn: () => account.client.account.dispute(conditionId, reason),
    onSuccess: async () => {
      onClose();
      showToast({ title: 'Disputed', text: 'The result is not paid before the operator has decided.', tone: 'good' });
      await renew(cache, KEYS.markets, KEYS.anyEvent);
    },
  });
  return (
    <Dialog title='Dispute the result' open onClose={onClose}>
      <Form className='stack' noValidate onSend={() => reason.trim() !== '' && dispute.mutate()}>
        <p>
          Proposed: <strong>{words}</strong>
        </p>
        <TextField
          label='Why it is wrong'
          rows={4}
          maxLength={RESULT_TEXT_LENGTH_MAX}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value);
            dispute.reset();
          }}
          hint='Everyone can read it, with your address.'
        />
        <Problem text={dispute.error && errorText(dispute.error)} />
        <div className='row wrap end'>
          <Button onClick={onClose}>Cancel</Button>
          <Button type='submit' kind='primary' disabled={reason.trim() === ''} busy={dispute.isPending}>
            Dispute it
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

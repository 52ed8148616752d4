/** The operator's form that adds a clarification to an event. */
import { ASKING_LENGTHS_MAX, type Event } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Clarifications } from '../asking/clarifications.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';

export function ClarifyForm({ event }: { readonly event: Event }) {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const clarify = useMutation({
    mutationFn: (written: string) => client.admin.clarify(event.id, written),
    onSuccess: async () => {
      setText('');
      showToast({ title: 'Clarified', text: 'Everyone sees it beside the rules.', tone: 'good' });
      await renew(cache, KEYS.event(event.slug));
    },
  });
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (text.trim() !== '') clarify.mutate(text);
  };
  return (
    <form className='panel__body stack' aria-label='Clarify' onSubmit={submit}>
      <Clarifications of={event.clarifications} />
      <TextField
        label='New clarification'
        rows={3}
        maxLength={ASKING_LENGTHS_MAX.clarification}
        text={[text, setText]}
        hint='Shown with its date beside the rules, and told in the feed. It cannot be changed or removed.'
      />
      <Refusal error={clarify.error} />
      <div>
        <Button type='submit' kind='primary' disabled={text.trim() === ''} busy={clarify.isPending}>
          Publish clarification
        </Button>
      </div>
    </form>
  );
}

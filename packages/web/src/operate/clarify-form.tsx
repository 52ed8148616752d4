/** The operator's form that adds a clarification to an event. */
import { ASKING_LENGTHS_MAX, type Event } from '@bellwether/contract';
import { Clarifications } from '../asking/clarifications.tsx';
import { TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { useOperator } from './operator.tsx';
import { SendForm, useSending } from './send-form.tsx';

export function ClarifyForm({ event }: { readonly event: Event }) {
  const { client } = useOperator();
  const clarified = useSending({
    empty: { text: '' },
    send: async ({ text }) => {
      await client.admin.clarify(event.id, text);
      showToast({ title: 'Clarified', text: 'Everyone sees it beside the rules.', tone: 'good' });
    },
    renews: KEYS.event(event.slug),
  });
  const of = { ...clarified, isLocked: clarified.text.text.trim() === '' };
  return (
    <SendForm className='panel__body stack' aria-label='Clarify' of={of} action='Publish clarification'>
      <Clarifications of={event.clarifications} />
      <TextField
        label='New clarification'
        rows={3}
        maxLength={ASKING_LENGTHS_MAX.clarification}
        {...clarified.bind('text')}
        hint='Shown with its date beside the rules, and told in the feed. It cannot be changed or removed.'
      />
    </SendForm>
  );
}

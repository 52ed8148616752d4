/** Third step of a new event: the trading terms of its markets. Each market's terms can be changed later. */
import { Field } from '../ui/field.tsx';
import { bindDraft, type StepProps } from './step.ts';
import { TermsFields } from './terms-fields.tsx';

export function TermsStep(props: StepProps) {
  const bind = bindDraft(props);
  return (
    <div className='panel panel__body stack'>
      <p className='small soft'>For all markets of the event. They can be changed later, market by market.</p>
      <TermsFields bind={bind} />
      <Field
        label='Trading ends (empty: with the result)'
        type='datetime-local'
        {...bind('closeLocal')}
        hint='In your time zone. The venue then refuses new orders and cancels open ones.'
      />
    </div>
  );
}

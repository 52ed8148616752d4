/** Third step of a new event: the terms of trade of its markets. Each can be changed for a market of its own later. */
import { bindDraft, type StepProps } from './step.ts';
import { TermsFields } from './terms-fields.tsx';

export function TermsStep(props: StepProps) {
  return (
    <div className='panel'>
      <div className='panel__body stack'>
        <p className='small soft'>For all markets of the event. They can be changed later, market by market.</p>
        <TermsFields bind={bindDraft(props)} />
      </div>
    </div>
  );
}

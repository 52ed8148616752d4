/** Trading terms: tick size, minimum size and fee, of one market or of all markets of a new event. */
import { Field, SelectField } from '../ui/field.tsx';
import { type Bind, bindDraft, type StepProps } from './fields.ts';
import { FEE_RATE_MAX, readRate, TICKS } from './rules.ts';

export function TermsFields({ bind }: { readonly bind: Bind<'tick' | 'minimumSize' | 'fee'> }) {
  const fee = bind('fee');
  return (
    <div className='grid gap-4 operate__triple'>
      <SelectField
        label='Price step (tick)'
        hint='0.01 is one cent; finer steps are for markets near 0 or 1. Resting orders keep their prices.'
        options={TICKS}
        {...bind('tick')}
      />
      <Field
        label='Smallest resting order'
        inputMode='decimal'
        hint='In shares. Market orders may be smaller.'
        {...bind('minimumSize')}
      />
      <Field label='Taker fee rate' inputMode='numeric' hint={feeHint(fee.value)} {...fee} />
    </div>
  );
}

function feeHint(fee: string): string {
  const rate = readRate(fee);
  if (rate === null || rate > FEE_RATE_MAX) return 'In ten-thousandths; 0 for none.';
  if (rate === 0) return 'In ten-thousandths. At 0 no one pays a fee.';
  // The venue's formula at a price of 0.5: shares * rate * p * (1 - p).
  const cents = (100 * 100 * rate * 0.25) / 10_000;
  const text = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(cents);
  return `In ten-thousandths. A taker of 100 shares at 50¢ pays about ${text}¢; less towards 0 and 1. Makers pay nothing.`;
}

/** Third step of a new event. Each market's terms can be changed later. */
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

/** Third step of a new event: the terms of trade of its markets. Each can be changed for a market of its own later. */
import { Field, SelectField } from '../ui/field.tsx';
import type { StepProps } from './new-event-section.tsx';
import { TICKS } from './rules.ts';

export function TermsStep({ draft, problems, onChange }: StepProps) {
  return (
    <div className='panel'>
      <div className='panel__body stack'>
        <p className='small soft'>For all markets of the event. They can be changed later, market by market.</p>
        <SelectField
          label='Price step (tick)'
          value={draft.tick}
          onChange={(event) => onChange({ tick: TICKS.find((tick) => tick === event.target.value) ?? '0.01' })}
          hint='0.01 is one cent. Finer steps are for markets near 0 or 1.'
        >
          {TICKS.map((tick) => (
            <option key={tick} value={tick}>
              {tick}
            </option>
          ))}
        </SelectField>
        <Field
          label='Smallest resting order, in shares'
          inputMode='decimal'
          value={draft.minimumSize}
          onChange={(event) => onChange({ minimumSize: event.target.value })}
          error={problems['minimumSize'] ?? null}
        />
        <Field
          label='Taker fee rate, in ten-thousandths'
          inputMode='numeric'
          value={draft.fee}
          onChange={(event) => onChange({ fee: event.target.value })}
          error={problems['fee'] ?? null}
          hint={feeHint(draft.fee)}
        />
      </div>
    </div>
  );
}

function feeHint(fee: string): string {
  const rate = Number(fee);
  if (!/^[0-9]{1,5}$/.test(fee.trim()) || rate > 10_000) return '0 for none.';
  if (rate === 0) return 'Nobody pays a fee.';
  // The venue's formula at a price of 0.5: shares * rate * p * (1 - p).
  const cents = (100 * 100 * rate * 0.25) / 10_000;
  const text = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(cents);
  return `A taker of 100 shares at 50¢ pays about ${text}¢; less towards 0 and 1. Makers pay nothing.`;
}

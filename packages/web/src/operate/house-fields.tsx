/** The house as maker of a new event's markets: the most it can lose, opening chances, and spread. */
import { MILLION } from '@bellwether/contract';
import { CURRENCY } from '../format/look.ts';
import { formatMoney, formatPart } from '../format/numbers.ts';
import { CheckField, Field, Problem } from '../ui/field.tsx';
import type { EventDraft } from './draft-shape.ts';
import { bindDraft, type StepProps } from './fields.ts';
import { openingChances } from './house-draft.ts';
import { amountProblem, plainDecimal } from './rules.ts';

/** Returns the largest loss of the house as text; empty while no amount is typed. */
export const houseBound = ({ subsidy }: EventDraft): string =>
  amountProblem(subsidy) === null ? `The house can lose at most ${formatMoney(plainDecimal(subsidy))}.` : '';

export function HouseFields(props: StepProps) {
  const { draft, onChange } = props;
  const bind = bindDraft(props);
  return (
    <section className='panel panel__body stack gap-3' aria-label='The house makes the market'>
      <CheckField isSwitch isOn={draft.house} onChange={(house) => onChange({ house })}>
        <strong>The house makes the market</strong>
      </CheckField>
      <p className='small faint'>
        The venue itself buys and sells from the first minute, so that everyone can trade at once. Off: nothing happens
        until members offer something.
      </p>
      {draft.house && (
        <>
          <div className='grid gap-4 operate__pair'>
            <Field
              label={`Largest loss (${CURRENCY})`}
              inputMode='decimal'
              {...bind('subsidy')}
              hint='More lets people trade more before the price moves.'
            />
            <p className='strong house__bound' aria-live='polite'>
              {houseBound(draft)}
            </p>
          </div>
          {draft.kind === 'answers' && <Chances {...props} />}
          <details>
            <summary className='small soft semi'>More</summary>
            <Field
              label='Spread (¢)'
              inputMode='decimal'
              placeholder='0'
              {...bind('spread')}
              hint='Distance between its best bid and its best offer; at least a price step.'
            />
          </details>
        </>
      )}
    </section>
  );
}

function Chances({ draft, problems, onChange }: StepProps) {
  const { markets, negRisk } = draft;
  const parts = openingChances(draft);
  return (
    <fieldset className='stack gap-2' aria-label='Opening chances'>
      <p className='small soft semi'>
        Opening chances{negRisk && ', together 100%. Answers without one share the rest equally.'}
      </p>
      <div className='grid gap-3 house__chances'>
        {markets.map((market, index) => (
          <Field
            key={market.key}
            label={`${market.label.trim() || market.outcomes[0]} (%)`}
            inputMode='decimal'
            autoComplete='off'
            placeholder={typeof parts === 'string' ? '' : formatPart((parts[index] ?? 0) / MILLION)}
            text={[
              market.chance ?? '',
              (chance) => onChange({ markets: markets.map((one) => (one === market ? { ...one, chance } : one)) }),
            ]}
          />
        ))}
      </div>
      <Problem text={problems['chances']} />
    </fieldset>
  );
}

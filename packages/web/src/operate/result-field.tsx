/** Selects the result of a one-winner event. */
import { SelectField } from '../ui/field.tsx';
import { DEAD_HEAT, isVoidable, type ResultChoice, VOID } from './event-choice.ts';
import type { OpenAnswer } from './event-payouts.ts';
import './result-field.css';

interface ResultFieldProps {
  /** Markets without a result. */
  readonly open: readonly OpenAnswer[];
  readonly marketsOfEvent: number;
  readonly choice: ResultChoice;
  /** Explanation of the chosen result. */
  readonly hint: string | undefined;
  readonly onChange: (choice: ResultChoice) => void;
}

export function ResultField({ open, marketsOfEvent, choice, hint, onChange }: ResultFieldProps) {
  const isDeadHeat = choice.of === DEAD_HEAT;
  const rule = isDeadHeat
    ? 'Choose at least two winners below.'
    : 'All its markets are resolved in one step; none trades while others are resolved.';
  return (
    <>
      <SelectField
        label='Winner'
        value={choice.of}
        onChange={({ target }) => onChange({ of: target.value, sharing: [] })}
        hint={hint ?? rule}
        options={[
          ['', 'Choose the winner'],
          ...open.map(({ conditionId, label }) => [conditionId, label] as const),
          ...(open.length > 1 ? [[DEAD_HEAT, 'Dead heat: several winners share'] as const] : []),
          ...(isVoidable(open, marketsOfEvent) ? [[VOID, 'Void: no winner'] as const] : []),
        ]}
      />
      {isDeadHeat && (
        <fieldset className='grid result-field'>
          <legend className='small soft semi'>Winners of the dead heat</legend>
          {open.map(({ conditionId, label }) => (
            <label key={conditionId} className='row result-field__one'>
              <input
                type='checkbox'
                checked={choice.sharing.includes(conditionId)}
                onChange={({ target }) =>
                  onChange({ ...choice, sharing: toggled(choice.sharing, conditionId, target.checked) })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function toggled(sharing: readonly string[], conditionId: string, isOn: boolean): readonly string[] {
  const others = sharing.filter((id) => id !== conditionId);
  return isOn ? [...others, conditionId] : others;
}

/** Fields of the dialog of a result: which one, on which grounds, and how long it can be disputed. */
import { RESULT_SOURCE_LENGTH_MAX, RESULT_TEXT_LENGTH_MAX, WINDOW_HOURS, WINDOW_HOURS_MAX } from '@bellwether/contract';
import { useState } from 'react';
import { toMicros } from '../format/decimal.ts';
import { readTyped, typedText } from '../format/typed-number.ts';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import {
  DEAD_HEAT,
  FIRST,
  isSplittable,
  NO_CHOICE,
  OPEN,
  REFUND,
  type ResultChoice,
  SECOND,
  SPLIT,
} from './event-payouts.ts';
import { PAYOUT_ONE, payoutText, readSplit } from './payouts.ts';
import type { ResultSubject } from './result-subject.ts';
import { ValueField } from './value-field.tsx';

/** Longer labels do not fit beside each other on a phone. */
const SEGMENTED_LENGTH_MAX = 16;

interface ChoiceProps {
  readonly subject: ResultSubject;
  readonly choice: ResultChoice;
  readonly hint: string | undefined;
  readonly onChange: (choice: ResultChoice) => void;
}

export function ResultField(props: ChoiceProps) {
  return props.subject.kind === 'market' ? <MarketResultField {...props} /> : <EventResultField {...props} />;
}

function MarketResultField({ subject, choice, hint, onChange }: ChoiceProps) {
  const [first, second] = subject.labels;
  const [splitInput, setSplitInput] = useState(typedText('0.5'));
  const { isPaid, negRisk, present } = subject;
  // A market of a one-winner event that has lost alone can only be reopened.
  const canPay = !(isPaid && negRisk);
  const options = {
    ...(canPay && present !== FIRST && { [FIRST]: first }),
    ...(canPay && present !== SECOND && { [SECOND]: second }),
    ...(!negRisk && { [SPLIT]: 'Split' }),
    ...(canPay && present !== REFUND && { [REFUND]: 'Refund' }),
    ...(isPaid && { [OPEN]: 'Open again' }),
  };
  return (
    <>
      {first.length + second.length > SEGMENTED_LENGTH_MAX ? (
        <SelectField
          label='Result'
          text={[choice.of, (of) => onChange({ ...choice, of })]}
          options={[['', 'Choose the result'], ...Object.entries(options)]}
        />
      ) : (
        <Segmented<string>
          label='Result'
          wide
          value={choice.of}
          options={options}
          onChange={(of) => onChange({ ...choice, of })}
        />
      )}
      {hint !== undefined && hint !== '' && <p className='small soft'>{hint}</p>}
      {negRisk && !isPaid && (
        <p className='small faint'>
          Exactly one market of this event pays {first}. Naming {first} here resolves the whole event: in the same step
          every other market that is still open resolves to its second outcome. A refund is one of the whole event too.
          The figures below are this market’s alone; “Resolve event” shows all of them.
        </p>
      )}
      {choice.of === SPLIT && (
        <Field
          label={`Payout of one ${first} share`}
          inputMode='decimal'
          value={splitInput}
          onChange={({ target }) => {
            setSplitInput(target.value);
            onChange({ ...choice, split: readSplit(target.value) });
          }}
          error={
            choice.split === null
              ? `A decimal from 0 to 1 with at most four places, such as ${typedText('0.5')}.`
              : null
          }
          hint={choice.split === null ? undefined : `${second} pays ${payoutText(PAYOUT_ONE - choice.split)}.`}
        />
      )}
    </>
  );
}

function EventResultField({ subject, choice, hint, onChange }: ChoiceProps) {
  const { markets, marketsOfEvent, isPaid, present } = subject;
  const isDeadHeat = choice.of === DEAD_HEAT;
  const rule = isDeadHeat
    ? 'Choose at least two winners below.'
    : 'All its markets are resolved in one step; none trades while others are resolved.';
  return (
    <>
      {subject.scale !== null && <ValueField subject={subject} scale={subject.scale} onChange={onChange} />}
      <SelectField
        label='Winner'
        text={[choice.of, (of) => onChange({ ...NO_CHOICE, of })]}
        hint={hint ?? rule}
        options={[
          ['', 'Choose the winner'],
          ...markets
            .filter(({ conditionId }) => conditionId !== present)
            .map(({ conditionId, label }) => [conditionId, label] as const),
          ...(markets.length > 1 ? [[DEAD_HEAT, 'Dead heat: several winners share'] as const] : []),
          ...(isSplittable(markets, marketsOfEvent) ? [[SPLIT, 'No winner: split evenly'] as const] : []),
          ...(present === REFUND ? [] : [[REFUND, 'No winner: refund'] as const]),
          ...(isPaid ? [[OPEN, 'None: open again'] as const] : []),
        ]}
      />
      {isDeadHeat && (
        <fieldset className='grid result-field'>
          <legend className='small soft semi'>Winners of the dead heat</legend>
          {markets.map(({ conditionId, label }) => (
            <label key={conditionId} className='row break result-field__one'>
              <input
                type='checkbox'
                checked={choice.sharing.includes(conditionId)}
                onChange={({ target }) => {
                  const others = choice.sharing.filter((id) => id !== conditionId);
                  onChange({ ...choice, sharing: target.checked ? [...others, conditionId] : others });
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

export type Grounds = { readonly source: string; readonly note: string; readonly hours: string };

export const NO_GROUNDS: Grounds = { source: '', note: '', hours: typedText(String(WINDOW_HOURS)) };

/** Parses the hours of the window; null if they are not valid. */
export function readHours(text: string): number | null {
  const typed = readTyped(text);
  return typed.kind === 'number' && typed.micros <= (toMicros(WINDOW_HOURS_MAX) ?? 0n)
    ? Number(typed.micros) / 1_000_000
    : null;
}

type GroundsProps = { readonly grounds: Grounds; readonly onChange: (grounds: Grounds) => void };

export function GroundsFields({ grounds, onChange }: GroundsProps) {
  const hours = readHours(grounds.hours);
  return (
    <>
      <NoteField value={grounds.note} onChange={(note) => onChange({ ...grounds, note })} />
      <div className='grid gap-4 operate__pair'>
        <Field
          label='Source (optional)'
          maxLength={RESULT_SOURCE_LENGTH_MAX}
          text={[grounds.source, (source) => onChange({ ...grounds, source })]}
          hint='Where the result can be read, such as a web address.'
        />
        <Field
          label='Hours for disputes'
          inputMode='decimal'
          text={[grounds.hours, (hours) => onChange({ ...grounds, hours })]}
          error={hours === null ? `A number from 0 to ${WINDOW_HOURS_MAX}.` : null}
          hint={
            hours === 0
              ? 'The result is paid at once.'
              : 'Trading stops now. Unless someone disputes the result, it is paid after that time. 0: at once.'
          }
        />
      </div>
    </>
  );
}

interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
  readonly isRequired?: boolean;
}

export function NoteField({ value, onChange, isRequired = false }: NoteFieldProps) {
  return (
    <TextField
      label={isRequired ? 'Note' : 'Note (optional)'}
      rows={2}
      maxLength={RESULT_TEXT_LENGTH_MAX}
      required={isRequired}
      text={[value, onChange]}
      hint='Why, for everyone to read.'
    />
  );
}

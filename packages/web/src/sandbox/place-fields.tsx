/** Fields that select a moment of a branch, by its time or by a journal entry. */
import { Field } from '../ui/field.tsx';
import type { PlaceText } from './time-fields.ts';

interface PlaceFieldsProps {
  readonly text: PlaceText;
  readonly error: string | null;
  readonly onChange: (text: PlaceText) => void;
}

export function PlaceFields({ text, error, onChange }: PlaceFieldsProps) {
  if (text.by === 'time') {
    return (
      <Field
        label='As it was at'
        type='datetime-local'
        step={1}
        value={text.local}
        error={error}
        hint='In your time zone.'
        onChange={({ target }) => onChange({ ...text, local: target.value })}
      />
    );
  }
  return (
    <Field
      label='As it was after entry'
      inputMode='numeric'
      autoComplete='off'
      value={text.entry}
      error={error}
      hint='Of its journal; 0 is before the first.'
      onChange={({ target }) => onChange({ ...text, entry: target.value })}
    />
  );
}

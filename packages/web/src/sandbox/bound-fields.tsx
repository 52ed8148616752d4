/** By what a fault may be bounded: how often, with what chance, for which market. */
import { Field } from '../ui/field.tsx';
import type { BoundsText, Problems } from './fault-draft.ts';

interface BoundFieldsProps {
  readonly text: BoundsText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<BoundsText>) => void;
}

export function BoundFields({ text, problems, onChange }: BoundFieldsProps) {
  return (
    <div className='operate__triple'>
      <Field
        label='Times at most'
        inputMode='numeric'
        autoComplete='off'
        value={text.times}
        error={problems.times}
        hint='Empty: as often as it is met.'
        onChange={({ target }) => onChange({ times: target.value })}
      />
      <Field
        label='Chance (%)'
        inputMode='decimal'
        autoComplete='off'
        value={text.chance}
        error={problems.chance}
        hint='Empty: a preset’s own, or always.'
        onChange={({ target }) => onChange({ chance: target.value })}
      />
      <Field
        label='Market'
        autoComplete='off'
        spellCheck={false}
        value={text.market}
        error={problems.market}
        hint='Slug, condition id or token id. Empty: all.'
        onChange={({ target }) => onChange({ market: target.value })}
      />
    </div>
  );
}

/** A segmented control: a few radio buttons side by side. Arrow keys move between them. */
import { useId } from 'react';
import { classNames } from './class-names.ts';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly wide?: boolean;
}

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  wide = false,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={classNames('rounded segmented', wide && 'segmented--wide')} role='radiogroup' aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className='segmented__option'>
          <input
            type='radio'
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

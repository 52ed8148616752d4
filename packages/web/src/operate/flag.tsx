/** A switch with a hint. It takes effect at once. */
import { useId } from 'react';

interface FlagProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Flag({ label, hint, isOn, isBusy, onChange }: FlagProps) {
  const id = useId();
  return (
    <div className='top gap-3 operate__flag'>
      <input
        id={id}
        type='checkbox'
        role='switch'
        aria-checked={isOn}
        className='switch'
        checked={isOn}
        disabled={isBusy}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className='small faint'>
          {hint}
        </p>
      </div>
    </div>
  );
}

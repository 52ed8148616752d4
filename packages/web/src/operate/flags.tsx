/** The switches of an event or a market. Each takes effect at once. */
import { useId } from 'react';
import type { CatalogChange } from './catalog-change.ts';
import { Refusal } from './refusal.tsx';

interface FlagFacts {
  /** Field name in the venue's API. */
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  /** True if the switch cannot be changed in the current state. */
  readonly isLocked?: boolean;
}

export function Flags({ change, flags }: { readonly change: CatalogChange; readonly flags: readonly FlagFacts[] }) {
  return (
    <div className='grid gap-4 operate__flags'>
      {flags.map(({ field, label, hint, isOn, isLocked = false }) => (
        <Flag
          key={field}
          label={label}
          hint={hint}
          isOn={isOn}
          isBusy={change.isPending || isLocked}
          onChange={(next) => change.mutate({ [field]: next })}
        />
      ))}
      <Refusal error={change.error} />
    </div>
  );
}

interface FlagProps extends Pick<FlagFacts, 'label' | 'hint' | 'isOn'> {
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Flag({ label, hint, isOn, isBusy, onChange }: FlagProps) {
  const id = useId();
  return (
    <div className='top gap-3 flex'>
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
        <label htmlFor={id} className='semi'>
          {label}
        </label>
        <p id={`${id}-hint`} className='small faint'>
          {hint}
        </p>
      </div>
    </div>
  );
}

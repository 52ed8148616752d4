/** The switches of an event or a market. Each takes effect at once. */
import type { CatalogChange } from './catalog-change.ts';
import { Flag } from './flag.tsx';
import { Refusal } from './refusal.tsx';

export interface FlagFacts {
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

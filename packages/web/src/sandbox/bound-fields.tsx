/** Fields that narrow a fault: how often, with what chance and for which market. Rarely used ones are separate. */
import { DraftFields } from './draft-fields.tsx';
import type { Problems } from './fault-draft.ts';
import type { BoundsText } from './match-draft.ts';

interface BoundFieldsProps {
  readonly text: BoundsText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<BoundsText>) => void;
}

export function BoundFields(draft: BoundFieldsProps) {
  return (
    <div className='grid gap-4 operate__triple'>
      <DraftFields {...draft} names={['times', 'chance', 'market']} />
    </div>
  );
}

/** Names of the rarely used fields, for `More`. */
export const SELDOM_BOUNDS = ['nth', 'every', 'from', 'until', 'seed'] as const satisfies (keyof BoundsText)[];

export function SeldomBoundFields(draft: BoundFieldsProps) {
  return (
    <>
      <div className='grid gap-4 operate__pair'>
        <DraftFields {...draft} names={['from', 'until']} />
      </div>
      <div className='grid gap-4 operate__triple'>
        <DraftFields {...draft} names={['nth', 'every', 'seed']} />
      </div>
    </>
  );
}

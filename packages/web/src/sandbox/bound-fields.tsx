/** By what a fault may be bounded: how often, with what chance, for which market. */
import { DraftField } from './draft-fields.tsx';
import type { BoundsText, Problems } from './fault-draft.ts';

interface BoundFieldsProps {
  readonly text: BoundsText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<BoundsText>) => void;
}

export function BoundFields(draft: BoundFieldsProps) {
  return (
    <div className='operate__triple'>
      <DraftField
        {...draft}
        name='times'
        label='Times at most'
        inputMode='numeric'
        hint='Empty: as often as it is met.'
      />
      <DraftField
        {...draft}
        name='chance'
        label='Chance (%)'
        inputMode='decimal'
        hint='Empty: a preset’s own, or always.'
      />
      <DraftField {...draft} name='market' label='Market' hint='Slug, condition id or token id. Empty: all.' />
    </div>
  );
}

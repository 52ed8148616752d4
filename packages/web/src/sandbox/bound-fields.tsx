/** Fields that narrow a fault: how often, with what chance and for which market. Rarely used ones are separate. */
import { DraftField } from './draft-fields.tsx';
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
      <DraftField {...draft} name='times' label='Times at most' inputMode='numeric' hint='Leave empty for no limit.' />
      <DraftField
        {...draft}
        name='chance'
        label='Chance (%)'
        inputMode='decimal'
        hint='Empty: a preset’s own, or always.'
      />
      <DraftField {...draft} name='market' label='Market' hint='Slug, condition id or token id. Leave empty for all.' />
    </div>
  );
}

/** Names of the rarely used fields, for `More`. */
export const SELDOM_BOUNDS = ['nth', 'every', 'from', 'until', 'seed'] as const satisfies (keyof BoundsText)[];

export function SeldomBoundFields(draft: BoundFieldsProps) {
  return (
    <>
      <div className='grid gap-4 operate__pair'>
        <DraftField {...draft} name='from' label='From' type='datetime-local' hint='Sandbox time, in your time zone.' />
        <DraftField
          {...draft}
          name='until'
          label='Until'
          type='datetime-local'
          hint='From this moment on nothing is done.'
        />
      </div>
      <div className='grid gap-4 operate__triple'>
        <DraftField
          {...draft}
          name='nth'
          label='Only number'
          inputMode='numeric'
          hint='Of those that match; 1 is the first.'
        />
        <DraftField
          {...draft}
          name='every'
          label='One of every'
          inputMode='numeric'
          hint='3 means the third, the sixth, the ninth.'
        />
        <DraftField
          {...draft}
          name='seed'
          label='Seed of its chances'
          inputMode='numeric'
          hint='Leave empty for the sandbox’s own.'
        />
      </div>
    </>
  );
}

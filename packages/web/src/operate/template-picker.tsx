/** The templates of a new event, as buttons. Each fills rules and markets; everything can be changed. */
import { Button } from '../ui/button.tsx';
import type { EventDraft } from './draft-shape.ts';
import { ofKind } from './numeric-draft.ts';
import { TEMPLATES } from './templates.ts';

export function TemplatePicker({ onPick }: { readonly onPick: (draft: Partial<EventDraft>) => void }) {
  return (
    <fieldset className='panel panel__body stack gap-2' aria-label='Templates'>
      <p className='small soft'>Start from a template: it fills in rules and markets.</p>
      <div className='wrap gap-2 flex'>
        {TEMPLATES.map(({ name, hint, ...draft }) => (
          <Button key={name} size='sm' title={hint} onClick={() => onPick({ ...ofKind('answers'), ...draft })}>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Additional fields of some kinds of faults. */
import { FAULT_STATUSES } from '@bellwether/contract';
import { SelectField } from '../ui/field.tsx';
import { kindOf } from './doing-draft.ts';
import { DraftField } from './draft-fields.tsx';
import type { Problems, RuleText } from './fault-draft.ts';

export interface RuleDraft {
  readonly text: RuleText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<RuleText>) => void;
}

export function DoingFields(draft: RuleDraft) {
  switch (kindOf(draft.text)) {
    case 'refuse':
      return <StatusField {...draft} />;
    case 'drop':
      return <WhenField {...draft} />;
    case 'delay':
      return <SecondsField {...draft} hint='Of real time.' />;
    case 'skew':
      return <SecondsField {...draft} hint='Positive runs ahead, negative behind.' />;
    case 'match-later':
      return <SecondsField {...draft} hint='Of the sandbox’s time.' />;
    case 'settle':
      return <ShareFields {...draft} />;
    default:
      return null;
  }
}

const SecondsField = ({ hint, ...draft }: RuleDraft & { readonly hint: string }) => (
  <DraftField {...draft} name='seconds' label='Seconds' inputMode='decimal' hint={hint} />
);

function StatusField({ text, onChange }: RuleDraft) {
  return (
    <SelectField
      label='Status'
      value={text.status}
      options={FAULT_STATUSES.map(String)}
      onChange={({ target }) =>
        onChange({ status: FAULT_STATUSES.find((each) => String(each) === target.value) ?? 503 })
      }
    />
  );
}

function WhenField({ text, onChange }: RuleDraft) {
  return (
    <SelectField
      label='When'
      value={text.when}
      options={[
        ['after', 'After it was done'],
        ['before', 'Before anything is done'],
      ]}
      onChange={({ target }) => onChange({ when: target.value === 'before' ? 'before' : 'after' })}
    />
  );
}

function ShareFields(draft: RuleDraft) {
  return (
    <>
      <DraftField
        {...draft}
        name='retried'
        label='Tried again (%)'
        inputMode='decimal'
        hint='Of trades; confirmed in the end.'
      />
      <DraftField
        {...draft}
        name='failed'
        label='Failed (%)'
        inputMode='decimal'
        hint='Of trades; the others are confirmed later.'
      />
    </>
  );
}

/** Names of the rarely used fields, for `More`. */
export const STATUS_TIMES = ['mined', 'confirmed', 'retrying'] as const;

/** Fields for how long a settling trade shows each status. */
export function StatusTimeFields(draft: RuleDraft) {
  return (
    <div className='grid gap-4 operate__triple'>
      <DraftField
        {...draft}
        name='mined'
        label='Seconds until mined'
        inputMode='decimal'
        hint='Of the sandbox’s time. Empty: 2.'
      />
      <DraftField
        {...draft}
        name='confirmed'
        label='Seconds until confirmed'
        inputMode='decimal'
        hint='From then on, or until it is tried again. Empty: 2.'
      />
      <DraftField
        {...draft}
        name='retrying'
        label='Seconds of trying again'
        inputMode='decimal'
        hint='Until it is mined again, or fails. Empty: 5.'
      />
    </div>
  );
}

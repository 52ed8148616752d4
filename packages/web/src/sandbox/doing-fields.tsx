/** Additional fields of some kinds of faults. */
import { FAULT_STATUSES } from '@bellwether/contract';
import { SelectField } from '../ui/field.tsx';
import { kindOf } from './doing-draft.ts';
import { DraftFields } from './draft-fields.tsx';
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
      return <DraftFields {...draft} names={['seconds']} hint='Of real time.' />;
    case 'skew':
      return <DraftFields {...draft} names={['seconds']} hint='Positive runs ahead, negative behind.' />;
    case 'match-later':
      return <DraftFields {...draft} names={['seconds']} hint='Of the sandbox’s time.' />;
    case 'settle':
      return <DraftFields {...draft} names={['retried', 'failed']} />;
    default:
      return null;
  }
}

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

/** Names of the rarely used fields, for `More`. */
export const STATUS_TIMES = ['mined', 'confirmed', 'retrying'] as const;

/** Fields for how long a settling trade shows each status. */
export function StatusTimeFields(draft: RuleDraft) {
  return (
    <div className='grid gap-4 operate__triple'>
      <DraftFields {...draft} names={STATUS_TIMES} />
    </div>
  );
}

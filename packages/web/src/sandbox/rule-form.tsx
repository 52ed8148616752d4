/** Arms a custom rule with a place (requests, frames, trades or orders) and an action. */
import { type FormEvent, useState } from 'react';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { BoundFields, SELDOM_BOUNDS, SeldomBoundFields } from './bound-fields.tsx';
import { FRAME_KINDS, kindOf, REQUEST_KINDS, TRADE_KINDS } from './doing-draft.ts';
import { DoingFields, type RuleDraft, STATUS_TIMES, StatusTimeFields } from './doing-fields.tsx';
import { DraftFields, FeedField } from './draft-fields.tsx';
import { NEW_RULE, type RuleText, ruleWish } from './fault-draft.ts';
import { KIND_WORDS } from './fault-words.ts';
import { More } from './more.tsx';
import { useArming } from './use-arming.ts';

const SIDES = [
  { value: 'requests', label: 'Requests' },
  { value: 'frames', label: 'Frames of a feed' },
  { value: 'trades', label: 'Trades and orders' },
] as const;

export function RuleForm() {
  const [text, setText] = useState<RuleText>(NEW_RULE);
  const { arm, edited, isBusy, problems, refusal } = useArming();
  const change = (part: Partial<RuleText>): void => {
    setText({ ...text, ...part });
    edited();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    arm(ruleWish(text));
  };
  const draft = { text, problems, onChange: change };
  const settles = kindOf(text) === 'settle';
  const seldom = settles ? [...STATUS_TIMES, ...SELDOM_BOUNDS] : SELDOM_BOUNDS;
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Arm a rule'>
      <div className='row'>
        <Segmented label='Of what' value={text.of} options={SIDES} onChange={(of) => change({ of })} />
      </div>
      <div className='grid gap-4 operate__triple'>
        <PlaceFields {...draft} />
        <KindChoice {...draft} />
        <DoingFields {...draft} />
      </div>
      <BoundFields {...draft} />
      <More
        filled={seldom.filter((name) => text[name] !== '').length}
        isWrong={seldom.some((name) => problems[name] !== undefined)}
      >
        {settles && <StatusTimeFields {...draft} />}
        <SeldomBoundFields {...draft} />
      </More>
      <Refusal error={refusal}>Not armed.</Refusal>
      <div className='row'>
        <Button type='submit' kind='primary' busy={isBusy}>
          Arm the rule
        </Button>
      </div>
    </form>
  );
}

/** The place of a rule: frames have a feed; requests, trades and orders have an account. */
function PlaceFields(draft: RuleDraft) {
  const { text, onChange } = draft;
  if (text.of === 'frames') return <FeedField value={text.feed} onChange={(feed) => onChange({ feed })} />;
  return <DraftFields {...draft} names={text.of === 'requests' ? ['route', 'account'] : ['account']} />;
}

const KINDS = {
  requests: ['requestKind', REQUEST_KINDS],
  frames: ['frameKind', FRAME_KINDS],
  trades: ['tradeKind', TRADE_KINDS],
} as const;

function KindChoice({ text, onChange }: RuleDraft) {
  const [name, kinds] = KINDS[text.of];
  return (
    <SelectField
      label='What is done'
      value={text[name]}
      options={kinds.map((kind) => [kind, KIND_WORDS[kind]])}
      onChange={({ target }) => onChange({ [name]: kinds.find((each) => each === target.value) ?? text[name] })}
    />
  );
}

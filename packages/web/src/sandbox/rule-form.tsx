/** Arms a rule that the operator writes: to which requests, frames, trades or orders, and what is done to them. */
import { FAULT_STATUSES } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { BoundFields } from './bound-fields.tsx';
import { DraftField, KindField } from './draft-fields.tsx';
import {
  FEEDS,
  FRAME_KINDS,
  NEW_RULE,
  type Problems,
  REQUEST_KINDS,
  type RuleText,
  ruleWish,
  TRADE_KINDS,
} from './fault-draft.ts';
import { useArming } from './use-arming.ts';

const SIDES = [
  { value: 'requests', label: 'Requests' },
  { value: 'frames', label: 'Frames of a feed' },
  { value: 'trades', label: 'Trades and orders' },
] as const;

interface PartProps {
  readonly text: RuleText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<RuleText>) => void;
}

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
  const part = { text, problems, onChange: change };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Arm a rule'>
      <div className='row'>
        <Segmented label='Of what' value={text.of} options={SIDES} onChange={(of) => change({ of })} />
      </div>
      <div className='operate__triple'>
        {text.of === 'requests' && <OfRequests {...part} />}
        {text.of === 'frames' && <OfFrames {...part} />}
        {text.of === 'trades' && <OfTrades {...part} />}
      </div>
      <BoundFields {...part} />
      <Refusal error={refusal}>Not armed.</Refusal>
      <div className='row'>
        <Button type='submit' kind='primary' busy={isBusy}>
          Arm the rule
        </Button>
      </div>
    </form>
  );
}

function OfRequests(draft: PartProps) {
  const { text, onChange } = draft;
  return (
    <>
      <DraftField {...draft} name='route' label='Route' hint='Such as POST /order, /book or GET /data/*. Empty: all.' />
      <AccountField {...draft} />
      <KindField kinds={REQUEST_KINDS} value={text.requestKind} onChange={(requestKind) => onChange({ requestKind })} />
      <Detail {...draft} />
    </>
  );
}

const AccountField = (draft: PartProps) => (
  <DraftField {...draft} name='account' label='Account' hint='The address that signs. Empty: all.' />
);

const SecondsField = ({ hint, ...draft }: PartProps & { readonly hint: string }) => (
  <DraftField {...draft} name='seconds' label='Seconds' inputMode='decimal' hint={hint} />
);

/** What some kinds need to know besides. */
function Detail(draft: PartProps) {
  const { text, onChange } = draft;
  switch (text.requestKind) {
    case 'refuse':
      return (
        <SelectField
          label='Status'
          value={text.status}
          onChange={({ target }) => {
            const status = FAULT_STATUSES.find((each) => String(each) === target.value) ?? 503;
            onChange({ status });
          }}
        >
          {FAULT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </SelectField>
      );
    case 'drop':
      return (
        <SelectField
          label='When'
          value={text.when}
          onChange={({ target }) => onChange({ when: target.value === 'before' ? 'before' : 'after' })}
        >
          <option value='after'>After it was done</option>
          <option value='before'>Before anything is done</option>
        </SelectField>
      );
    case 'delay':
    case 'skew':
      return (
        <SecondsField {...draft} hint={text.requestKind === 'skew' ? 'Ahead; with a minus behind.' : 'Of real time.'} />
      );
    default:
      return null;
  }
}

function OfTrades(draft: PartProps) {
  const { text, onChange } = draft;
  return (
    <>
      <AccountField {...draft} />
      <KindField kinds={TRADE_KINDS} value={text.tradeKind} onChange={(tradeKind) => onChange({ tradeKind })} />
      {text.tradeKind === 'settle' ? (
        <DraftField
          {...draft}
          name='failed'
          label='Failed (%)'
          inputMode='decimal'
          hint='Of trades; the others are confirmed later.'
        />
      ) : (
        <SecondsField {...draft} hint='Of the sandbox’s time.' />
      )}
    </>
  );
}

const FEED_WORDS = {
  market: 'Market feed',
  user: 'Feed of each account',
  live: 'Live topics',
  '*': 'All feeds',
} as const;

function OfFrames({ text, onChange }: PartProps) {
  return (
    <>
      <SelectField
        label='Feed'
        value={text.feed}
        onChange={({ target }) => onChange({ feed: FEEDS.find((feed) => feed === target.value) ?? '*' })}
      >
        {FEEDS.map((feed) => (
          <option key={feed} value={feed}>
            {FEED_WORDS[feed]}
          </option>
        ))}
      </SelectField>
      <KindField kinds={FRAME_KINDS} value={text.frameKind} onChange={(frameKind) => onChange({ frameKind })} />
    </>
  );
}

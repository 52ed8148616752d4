/** Arms a rule that the operator writes: to which requests, frames, trades or orders, and what is done to them. */
import { FAULT_STATUSES } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { BoundFields } from './bound-fields.tsx';
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
import { KIND_WORDS } from './fault-words.ts';
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

function OfRequests({ text, problems, onChange }: PartProps) {
  return (
    <>
      <Field
        label='Route'
        autoComplete='off'
        spellCheck={false}
        value={text.route}
        error={problems.route}
        hint='Such as POST /order, /book or GET /data/*. Empty: all.'
        onChange={({ target }) => onChange({ route: target.value })}
      />
      <AccountField {...{ text, problems, onChange }} />
      <SelectField
        label='What is done'
        value={text.requestKind}
        onChange={({ target }) => {
          const kind = REQUEST_KINDS.find((each) => each === target.value) ?? 'refuse';
          onChange({ requestKind: kind });
        }}
      >
        {REQUEST_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </SelectField>
      <Detail text={text} problems={problems} onChange={onChange} />
    </>
  );
}

function AccountField({ text, problems, onChange }: PartProps) {
  return (
    <Field
      label='Account'
      autoComplete='off'
      spellCheck={false}
      value={text.account}
      error={problems.account}
      hint='The address that signs. Empty: all.'
      onChange={({ target }) => onChange({ account: target.value })}
    />
  );
}

/** What some kinds need to know besides. */
function Detail({ text, problems, onChange }: PartProps) {
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
        <Field
          label='Seconds'
          inputMode='decimal'
          autoComplete='off'
          value={text.seconds}
          error={problems.seconds}
          hint={text.requestKind === 'skew' ? 'Ahead; with a minus behind.' : 'Of real time.'}
          onChange={({ target }) => onChange({ seconds: target.value })}
        />
      );
    default:
      return null;
  }
}

function OfTrades({ text, problems, onChange }: PartProps) {
  return (
    <>
      <AccountField {...{ text, problems, onChange }} />
      <SelectField
        label='What is done'
        value={text.tradeKind}
        onChange={({ target }) => {
          const kind = TRADE_KINDS.find((each) => each === target.value) ?? 'settle';
          onChange({ tradeKind: kind });
        }}
      >
        {TRADE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </SelectField>
      {text.tradeKind === 'settle' ? (
        <Field
          label='Failed (%)'
          inputMode='decimal'
          autoComplete='off'
          value={text.failed}
          error={problems.failed}
          hint='Of trades; the others are confirmed later.'
          onChange={({ target }) => onChange({ failed: target.value })}
        />
      ) : (
        <Field
          label='Seconds'
          inputMode='decimal'
          autoComplete='off'
          value={text.seconds}
          error={problems.seconds}
          hint='Of the sandbox’s time.'
          onChange={({ target }) => onChange({ seconds: target.value })}
        />
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
      <SelectField
        label='What is done'
        value={text.frameKind}
        onChange={({ target }) => {
          const kind = FRAME_KINDS.find((each) => each === target.value) ?? 'silence';
          onChange({ frameKind: kind });
        }}
      >
        {FRAME_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

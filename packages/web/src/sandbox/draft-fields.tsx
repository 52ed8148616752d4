/** Form fields of a fault draft: its place, its action, its bounds, and a group for the rarely used ones. */
import { FAULT_STATUSES } from '@bellwether/contract';
import { type ReactNode, useState } from 'react';
import { Field, SelectField } from '../ui/field.tsx';
import {
  type BoundsText,
  type FaultField,
  FEEDS,
  type Feed,
  kindOf,
  type Problems,
  type RuleText,
} from './fault-draft.ts';
import { type FaultKind, FEED_WORDS } from './fault-words.ts';

type TextName = Exclude<FaultField, 'feed'>;
type Facts = readonly [label: string, hint: string, input?: 'numeric' | 'decimal' | 'datetime-local'];

/** Numbers and moments have a kind of input; names, addresses and paths have none. */
const FIELDS: Readonly<Record<TextName, Facts>> = {
  route: ['Route', 'For example POST /order, /book or GET /data/*. Leave empty for all.'],
  account: ['Account', 'The address that signs. Leave empty for all.'],
  times: ['Times at most', 'Leave empty for no limit.', 'numeric'],
  chance: ['Chance (%)', 'Empty: a preset’s own, or always.', 'decimal'],
  market: ['Market', 'Slug, condition id or token id. Leave empty for all.'],
  from: ['From', 'Sandbox time, in your time zone.', 'datetime-local'],
  until: ['Until', 'From this moment on nothing is done.', 'datetime-local'],
  nth: ['Only number', 'Of those that match; 1 is the first.', 'numeric'],
  every: ['One of every', '3 means the third, the sixth, the ninth.', 'numeric'],
  seed: ['Seed of its chances', 'Leave empty for the sandbox’s own.', 'numeric'],
  seconds: ['Seconds', '', 'decimal'],
  retried: ['Tried again (%)', 'Of trades; confirmed in the end.', 'decimal'],
  failed: ['Failed (%)', 'Of trades; the others are confirmed later.', 'decimal'],
  unbroadcast: ['Seconds until broadcast', 'Of the sandbox’s time. Empty: 0.', 'decimal'],
  hash: ['Seconds until it has a hash', 'After the match. Empty: 0.', 'decimal'],
  mined: ['Seconds until mined', 'Of the sandbox’s time. Empty: 2.', 'decimal'],
  confirmed: ['Seconds until confirmed', 'From then on, or until it is tried again. Empty: 2.', 'decimal'],
  retrying: ['Seconds of trying again', 'Until it is mined again, or fails. Empty: 5.', 'decimal'],
};

interface DraftFieldsProps<Name extends TextName> {
  readonly names: readonly Name[];
  readonly hint?: string;
  readonly text: Readonly<Record<Name, string>>;
  readonly problems: Problems;
  readonly onChange: (change: Readonly<Record<Name, string>>) => void;
}

export function DraftFields<Name extends TextName>(props: DraftFieldsProps<Name>) {
  const { names, hint, text, problems, onChange } = props;
  return names.map((name) => {
    const [label, usual, input] = FIELDS[name];
    const isNumber = input === 'numeric' || input === 'decimal';
    return (
      <Field
        key={name}
        label={label}
        {...(isNumber ? { inputMode: input } : { spellCheck: false })}
        {...(input === 'datetime-local' && { type: input, step: 1 })}
        autoComplete='off'
        value={text[name]}
        error={problems[name]}
        hint={hint ?? usual}
        onChange={({ target }) => onChange({ [name]: target.value } as Record<Name, string>)}
      />
    );
  });
}

interface FeedFieldProps<Choice extends Feed | ''> {
  readonly value: Choice;
  /** Label of the empty choice; without it a feed must be chosen. */
  readonly none?: string;
  readonly error?: string | undefined;
  readonly onChange: (feed: Choice | Feed) => void;
}

export function FeedField<Choice extends Feed | ''>({ value, none, error, onChange }: FeedFieldProps<Choice>) {
  const feeds = FEEDS.map((feed) => [feed, FEED_WORDS[feed]] as const);
  return (
    <SelectField
      label='Feed'
      value={value}
      error={error}
      options={none === undefined ? feeds : [['', none], ...feeds]}
      onChange={({ target }) => onChange(FEEDS.find((feed) => feed === target.value) ?? ('' as Choice))}
    />
  );
}

interface BoundFieldsProps {
  readonly text: BoundsText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<BoundsText>) => void;
}

/** Fields that narrow a fault: how often, with what chance and for which market. Rarely used ones are separate. */
export function BoundFields(draft: BoundFieldsProps) {
  return (
    <div className='grid gap-4 operate__triple'>
      <DraftFields {...draft} names={['times', 'chance', 'market']} />
    </div>
  );
}

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

export interface RuleDraft {
  readonly text: RuleText;
  readonly problems: Problems;
  readonly onChange: (change: Partial<RuleText>) => void;
}

/** The fields that some kinds of faults have besides. */
const DOING_FIELDS: Readonly<Partial<Record<FaultKind, readonly [names: readonly TextName[], hint?: string]>>> = {
  delay: [['seconds'], 'Of real time.'],
  skew: [['seconds'], 'Positive runs ahead, negative behind.'],
  'match-later': [['seconds'], 'Of the sandbox’s time.'],
  unmatch: [['seconds'], 'Of the sandbox’s time.'],
  settle: [['retried', 'failed']],
};

export function DoingFields(draft: RuleDraft) {
  const kind = kindOf(draft.text);
  if (kind === 'refuse') return <StatusField {...draft} />;
  if (kind === 'drop') return <WhenField {...draft} />;
  const [names = [], hint] = DOING_FIELDS[kind] ?? [];
  return <DraftFields {...draft} names={names} {...(hint !== undefined && { hint })} />;
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
      options={Object.entries({ after: 'After it was done', before: 'Before anything is done' })}
      onChange={({ target }) => onChange({ when: target.value === 'before' ? 'before' : 'after' })}
    />
  );
}

export const STATUS_TIMES = ['unbroadcast', 'hash', 'mined', 'confirmed', 'retrying'] as const;

export function StatusTimeFields(draft: RuleDraft) {
  return (
    <div className='grid gap-4 operate__triple'>
      <DraftFields {...draft} names={STATUS_TIMES} />
    </div>
  );
}

interface MoreProps {
  readonly filled: number;
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** Collapsible group of rarely used fields. It opens if one of them is invalid. */
export function More({ filled, isWrong, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className='sandbox__more'
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className='small soft semi'>More{filled > 0 && <span className='badge'>{filled} set</span>}</summary>
      <div className='grid gap-4 sandbox__more-body'>{children}</div>
    </details>
  );
}

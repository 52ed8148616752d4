/** Form fields of a fault draft: text fields and the feed. */
import { Field, SelectField } from '../ui/field.tsx';
import { type FaultField, FEEDS, type Problems } from './fault-draft.ts';
import { FEED_WORDS } from './fault-words.ts';
import type { Feed } from './match-draft.ts';

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
  mined: ['Seconds until mined', 'Of the sandbox’s time. Empty: 2.', 'decimal'],
  confirmed: ['Seconds until confirmed', 'From then on, or until it is tried again. Empty: 2.', 'decimal'],
  retrying: ['Seconds of trying again', 'Until it is mined again, or fails. Empty: 5.', 'decimal'],
};

interface DraftFieldsProps<Name extends TextName> {
  readonly names: readonly Name[];
  /** Replaces the usual hint. */
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

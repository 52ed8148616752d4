/** Form fields of a fault draft: text fields, the feed, and the action. */
import { Field, SelectField } from '../ui/field.tsx';
import { type FaultField, FEEDS, type Problems } from './fault-draft.ts';
import { type FaultKind, FEED_WORDS, KIND_WORDS } from './fault-words.ts';
import type { Feed } from './match-draft.ts';

interface DraftFieldProps<Name extends FaultField> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  /** For numbers; names, addresses and paths have none. */
  readonly inputMode?: 'numeric' | 'decimal';
  readonly type?: 'datetime-local';
  readonly text: Readonly<Record<Name, string>>;
  readonly problems: Problems;
  readonly onChange: (change: Readonly<Record<Name, string>>) => void;
}

export function DraftField<Name extends FaultField>(props: DraftFieldProps<Name>) {
  const { name, label, hint, inputMode, type, text, problems, onChange } = props;
  return (
    <Field
      label={label}
      {...(inputMode === undefined ? { spellCheck: false } : { inputMode })}
      {...(type !== undefined && { type, step: 1 })}
      autoComplete='off'
      value={text[name]}
      error={problems[name]}
      hint={hint}
      onChange={({ target }) => onChange({ [name]: target.value } as Record<Name, string>)}
    />
  );
}

interface KindFieldProps {
  readonly kinds: readonly FaultKind[];
  readonly value: FaultKind;
  readonly onChange: (kind: FaultKind) => void;
}

export function KindField({ kinds, value, onChange }: KindFieldProps) {
  return (
    <SelectField
      label='What is done'
      value={value}
      options={kinds.map((kind) => [kind, KIND_WORDS[kind]])}
      onChange={({ target }) => onChange(kinds.find((each) => each === target.value) ?? value)}
    />
  );
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

/** Fields of a fault that is being written: what is typed under a name, and what is done. */
import { Field, SelectField } from '../ui/field.tsx';
import type { FaultField, Problems } from './fault-draft.ts';
import { type FaultKind, KIND_WORDS } from './fault-words.ts';

interface DraftFieldProps<Name extends FaultField> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  /** Of a figure; a name, an address or a path has none. */
  readonly inputMode?: 'numeric' | 'decimal';
  readonly text: Readonly<Record<Name, string>>;
  readonly problems: Problems;
  readonly onChange: (change: Readonly<Record<Name, string>>) => void;
}

export function DraftField<Name extends FaultField>(props: DraftFieldProps<Name>) {
  const { name, label, hint, inputMode, text, problems, onChange } = props;
  return (
    <Field
      label={label}
      {...(inputMode === undefined ? { spellCheck: false } : { inputMode })}
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
      onChange={({ target }) => onChange(kinds.find((each) => each === target.value) ?? value)}
    >
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {KIND_WORDS[kind]}
        </option>
      ))}
    </SelectField>
  );
}

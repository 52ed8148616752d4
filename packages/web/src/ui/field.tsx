/** A labelled input with its hint and error. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value is invalid; null or empty if it is valid. */
  readonly error?: string | null | undefined;
  /** The text and what takes a new one, in place of `value` and `onChange`. */
  readonly text?: readonly [text: string, set: (text: string) => void];
}

const boundText = (text: Labelled['text']) =>
  text && {
    value: text[0],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => text[1](target.value),
  };

export function Field({ label, hint, error, text, className, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => <input {...rest} {...boundText(text)} {...bound} className={classNames('input', className)} />}
    </Frame>
  );
}

export function TextField({ label, hint, error, text, className, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => <textarea {...rest} {...boundText(text)} {...bound} className={classNames('input', className)} />}
    </Frame>
  );
}

/** The value of an option, with its label if that is another text. */
type Option = string | readonly [value: string, label: string];

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly Option[];
}

export function SelectField({ label, hint, error, text, className, options, ...rest }: SelectFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => (
        <select {...rest} {...boundText(text)} {...bound} className={classNames('input', className)}>
          {options.map((option) => {
            const [value, name] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {name}
              </option>
            );
          })}
        </select>
      )}
    </Frame>
  );
}

interface CheckFieldProps {
  readonly isOn: boolean;
  readonly isSwitch?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

export function CheckField({ isOn, isSwitch = false, onChange, children }: CheckFieldProps) {
  return (
    <label className='row'>
      <input
        type='checkbox'
        {...(isSwitch && { className: 'switch' })}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** A refusal that belongs to no field; nothing if there is none. */
export function Problem({ text }: { readonly text: string | null | undefined }) {
  return (
    text && (
      <p className='no small' role='alert'>
        {text}
      </p>
    )
  );
}

/** Attributes that connect an input to its label and note. */
type Bound = { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };

/** Label above the input; below it the error or else the hint. */
function Frame({ label, hint, error, children }: Labelled & { readonly children: (bound: Bound) => ReactNode }) {
  const id = useId();
  const note = error || hint;
  const noteId = `${id}-note`;
  return (
    <div className='stack gap-1 field'>
      <label className='small soft semi' htmlFor={id}>
        {label}
      </label>
      {children({ id, ...(note && { 'aria-describedby': noteId }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p id={noteId} {...(error ? { className: 'no small', role: 'alert' } : { className: 'faint tiny' })}>
          {note}
        </p>
      )}
    </div>
  );
}

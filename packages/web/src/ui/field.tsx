/** A labelled input with a hint and an error that belong to it. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value will not do; null or empty while it will. */
  readonly error?: string | null | undefined;
}

export function Field({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => <input {...rest} {...bound} className={classNames('input', className)} />}
    </Frame>
  );
}

export function TextField({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => <textarea {...rest} {...bound} className={classNames('input', className)} />}
    </Frame>
  );
}

export function SelectField({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'select'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(bound) => <select {...rest} {...bound} className={classNames('input', className)} />}
    </Frame>
  );
}

/** What ties an input to its label and to the note below it. */
interface Bound {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** Label above, input, and below it what is wrong or else the hint. */
function Frame({ label, hint, error, children }: Labelled & { readonly children: (bound: Bound) => ReactNode }) {
  const id = useId();
  const note = error || hint;
  const noteId = `${id}-note`;
  return (
    <div className='field'>
      <label className='field__label' htmlFor={id}>
        {label}
      </label>
      {children({ id, ...(note && { 'aria-describedby': noteId }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p id={noteId} {...(error ? { className: 'field__error', role: 'alert' } : { className: 'field__hint' })}>
          {note}
        </p>
      )}
    </div>
  );
}

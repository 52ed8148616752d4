/** A labelled input with a hint and an error that belong to it. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value will not do; null or empty while it will. */
  readonly error?: string | null;
}

export function Field({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className='field'>
      <label className='field__label' htmlFor={id}>
        {label}
      </label>
      <input {...rest} {...described(id, hint, error)} id={id} className={classNames('input', className)} />
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

export function TextField({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <div className='field'>
      <label className='field__label' htmlFor={id}>
        {label}
      </label>
      <textarea {...rest} {...described(id, hint, error)} id={id} className={classNames('input', className)} />
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

export function SelectField({ label, hint, error, className, ...rest }: Labelled & ComponentProps<'select'>) {
  const id = useId();
  return (
    <div className='field'>
      <label className='field__label' htmlFor={id}>
        {label}
      </label>
      <select {...rest} {...described(id, hint, error)} id={id} className={classNames('input', className)} />
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

function described(id: string, hint: ReactNode, error: string | null | undefined) {
  const hasError = Boolean(error);
  if (!hasError && !hint) return {};
  return { 'aria-describedby': `${id}-note`, ...(hasError && { 'aria-invalid': true }) };
}

function Notes({
  id,
  hint,
  error,
}: {
  readonly id: string;
  readonly hint: ReactNode;
  readonly error: string | null | undefined;
}) {
  if (error) {
    return (
      <p id={`${id}-note`} className='field__error' role='alert'>
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={`${id}-note`} className='field__hint'>
      {hint}
    </p>
  );
}

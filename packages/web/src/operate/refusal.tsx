/** Explains why an operator call was refused. Renders nothing if there is no error. */
import type { ReactNode } from 'react';
import { operatorErrorText } from './operator-error.ts';

export function Refusal({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  if (error === null) return null;
  return (
    <p className='small rounded operate__alert' role='alert'>
      {children} {operatorErrorText(error)}
    </p>
  );
}

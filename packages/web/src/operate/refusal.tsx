/** Why the operator's call was refused. Nothing while none was. */
import type { ReactNode } from 'react';
import { operatorErrorText } from './operator-error.ts';

export function Refusal({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  if (error === null) return null;
  return (
    <p className='operate__alert' role='alert'>
      {children} {operatorErrorText(error)}
    </p>
  );
}

/** A small, named figure of the venue's health. */
import type { ReactNode } from 'react';

export function Fact({ title, text }: { readonly title: string; readonly text: ReactNode }) {
  return (
    <div>
      <dt className='small faint'>{title}</dt>
      <dd className='numeric'>{text}</dd>
    </div>
  );
}

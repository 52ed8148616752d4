/** An outcome in its colour: Yes for the first one, No for the second. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function OutcomeBadge({ index, children }: { readonly index: number; readonly children: ReactNode }) {
  return <span className={classNames('badge numeric', index === 1 ? 'badge--no' : 'badge--yes')}>{children}</span>;
}

/** A box of the page, named by its title. */
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps {
  readonly title: string;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  /** True if the content keeps a distance from the edges. */
  readonly padded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({ title, aside, padded = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classNames('panel', className)} aria-labelledby={id}>
      <div className='panel__head'>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {padded ? <div className='panel__body stack'>{children}</div> : children}
    </section>
  );
}

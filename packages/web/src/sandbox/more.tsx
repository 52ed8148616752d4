/** Collapsible group of rarely used fields. It opens if one of them is invalid. */
import { type ReactNode, useState } from 'react';

interface MoreProps {
  /** Number of fields with a value. */
  readonly filled: number;
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

export function More({ filled, isWrong, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className='sandbox__more'
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More{filled > 0 && <span className='badge'>{filled} set</span>}</summary>
      <div className='grid gap-4 sandbox__more-body'>{children}</div>
    </details>
  );
}

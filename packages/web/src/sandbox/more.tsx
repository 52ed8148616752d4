/** Fields that are seldom wanted, folded away. They come into sight when something is wrong with one of them. */
import { type ReactNode, useState } from 'react';

interface MoreProps {
  /** How many of them say something. */
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
      <div className='sandbox__more-body'>{children}</div>
    </details>
  );
}

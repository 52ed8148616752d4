/** A figure of the venue's health with an explanation. */
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface TileProps {
  readonly title: string;
  readonly figure: string;
  readonly note: string;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}

export function Tile({ title, figure, note, isBad = false, children }: TileProps) {
  return (
    <div className={classNames('panel stack gap-1 pad operate__tile', isBad && 'operate__tile--bad')}>
      <h2 className='small soft'>{title}</h2>
      <p className='operate__figure numeric'>{figure}</p>
      {children}
      <p className='small faint'>{note}</p>
    </div>
  );
}

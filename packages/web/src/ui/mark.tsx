/**
 * Picture of an event, market or person. Uses its own picture if this venue serves it, else one generated from its id.
 * Pictures are never loaded from other servers, which could track the user.
 */
import { useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { type MarkShape, markArt } from './mark-art.ts';

interface MarkProps {
  /** Seed of the generated picture: a slug, an id or an address. */
  readonly id: string;
  /** URL of the recorded picture; empty if there is none. */
  readonly image?: string;
  readonly size?: number;
  readonly round?: boolean;
}

/** Decorative: the name is shown beside it. */
export function Mark({ id, image = '', size = 44, round = false }: MarkProps) {
  const [broken, setBroken] = useState('');
  const className = classNames('mark', round && 'mark--round');
  if (isOwn(image) && broken !== image) {
    return (
      <img
        className={className}
        src={image}
        alt=''
        width={size}
        height={size}
        loading='lazy'
        onError={() => setBroken(image)}
      />
    );
  }
  return <GeneratedMark id={id} size={size} className={className} />;
}

/** True if the venue's own server has the picture. */
export function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === window.location.origin;
}

function GeneratedMark({ id, size, className }: Readonly<{ id: string; size: number; className: string }>) {
  const ground = useId();
  const { hues, angle, shapes } = markArt(id);
  return (
    <svg className={className} width={size} height={size} viewBox='0 0 64 64' aria-hidden='true'>
      <defs>
        <linearGradient id={ground} gradientTransform={`rotate(${angle} .5 .5)`}>
          <stop offset='0' stopColor={`hsl(${hues[0]} 52% 46%)`} />
          <stop offset='1' stopColor={`hsl(${hues[1]} 56% 34%)`} />
        </linearGradient>
      </defs>
      <rect width='64' height='64' fill={`url(#${ground})`} />
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never move.
        <Shape key={index} {...shape} />
      ))}
    </svg>
  );
}

function Shape({ kind, x, y, size, turn, opacity }: MarkShape) {
  const paint = { fillOpacity: opacity, strokeOpacity: opacity, transform: `rotate(${turn} ${x} ${y})` };
  switch (kind) {
    case 'disc':
      return <circle cx={x} cy={y} r={size / 2} fill='#fff' {...paint} />;
    case 'ring':
      return <circle cx={x} cy={y} r={size / 2} fill='none' stroke='#fff' strokeWidth='5' {...paint} />;
    case 'arc':
      return <path d={`M${x - size / 2} ${y}a${size / 2} ${size / 2} 0 0 1 ${size} 0z`} fill='#fff' {...paint} />;
    case 'slab':
      return <rect x={x - size / 2} y={y - 4} width={size} height='8' rx='4' fill='#fff' {...paint} />;
    default:
      return kind satisfies never;
  }
}

/** A link that is told once: to copy, and as a code that the camera of another device reads. */
import { encode } from 'uqr';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy.ts';
import { Field } from '../ui/field.tsx';
import './joining.css';

export function LinkBox({ url, what }: { readonly url: string; readonly what: string }) {
  return (
    <div className='stack'>
      <Code text={url} label={`${what} as a code`} />
      <Field label={what} value={url} readOnly onFocus={({ target }) => target.select()} />
      <Button
        wide
        onClick={() => void copyText(url, { tone: 'good', title: 'Link copied', text: 'It works once told.' })}
      >
        Copy the link
      </Button>
    </div>
  );
}

/** Dark on light in every look: cameras read no other. */
function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className='link-code'
      viewBox={`0 0 ${size} ${size}`}
      role='img'
      aria-label={label}
      shapeRendering='crispEdges'
    >
      <rect width={size} height={size} fill='#fff' />
      <path d={path} fill='#000' />
    </svg>
  );
}

/** A small chart of recent values, without axes. Decoration next to the figure itself. */

const WIDTH = 120;
const HEIGHT = 28;

export function Spark({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return <span className='operate__spark' aria-hidden='true' />;
  const top = Math.max(...values, 1e-9);
  const step = WIDTH / (values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value, top)}`).join(' ');
  return (
    <svg className='operate__spark' viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio='none' aria-hidden='true'>
      <polyline points={points} fill='none' stroke='currentColor' strokeWidth='1.5' vectorEffect='non-scaling-stroke' />
    </svg>
  );
}

function y(value: number, top: number): string {
  return (HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1);
}

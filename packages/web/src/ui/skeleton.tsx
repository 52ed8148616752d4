/** Grey placeholder shapes for loading content. Hidden from screen readers, as the region itself is marked busy. */

export function Skeleton({ width = '100%', height = 16 }: Readonly<{ width?: number | string; height?: number }>) {
  return <span className='skeleton' style={{ width, height }} aria-hidden='true' />;
}

export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className='stack' aria-hidden='true'>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={index} width={`${95 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  );
}

/** Grey shapes where content is about to be. Hidden from readers of the screen: the region says that it is busy. */

export function Skeleton({
  width = '100%',
  height = 16,
}: {
  readonly width?: number | string;
  readonly height?: number;
}) {
  return <span className='skeleton' style={{ width, height }} aria-hidden='true' />;
}

/** Lines of text to come. */
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

/** Query options of a list in pages of `size`: the last page is one that is not full, or that ends at `most`. */
export const byOffset = (size: number, most = Number.POSITIVE_INFINITY) => ({
  initialPageParam: 0,
  getNextPageParam: (last: readonly unknown[], pages: readonly unknown[]): number | undefined =>
    last.length < size || pages.length * size > most ? undefined : pages.length * size,
});

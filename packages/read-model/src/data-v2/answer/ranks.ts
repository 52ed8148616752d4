/**
 * Ranks of a run of rows of a board, the largest figure first: equal figures share the rank of the first of them.
 * `offset`: rows of the board before the run; `above`: those of them with a larger figure than the first of the run.
 */
export function ranksOf(figures: readonly bigint[], offset: number, above: number): number[] {
  const ranks: number[] = [];
  for (const [index, figure] of figures.entries()) {
    const isEven = index > 0 && figures[index - 1] === figure;
    ranks.push(isEven ? (ranks[index - 1] ?? 0) : index === 0 ? above + 1 : offset + index + 1);
  }
  return ranks;
}

/** Removes all comments of an account. The venue removes a limited number per request. */

type RemovalStep = { readonly removed: number; readonly complete: boolean };

/** Repeats `step` until nothing is left; resolves to the number of comments removed. */
export async function removeInSteps(step: () => Promise<RemovalStep>): Promise<number> {
  let removed = 0;
  for (;;) {
    const done = await step();
    removed += done.removed;
    if (done.complete) return removed;
  }
}

export function removedText(count: number): string {
  return count === 1 ? '1 comment removed' : `${count} comments removed`;
}

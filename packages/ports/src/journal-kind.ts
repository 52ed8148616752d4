/**
 * Kind of program that a journal belongs to: a venue, or a sandbox, which rehearses one. The journal and every copy
 * record the kind beside the chain, so that neither program runs on a journal of the other.
 */
export type JournalKind = 'venue' | 'sandbox';

/** The journal is of another kind than the program that opens it. Nothing was changed. */
export class JournalOfOtherKind extends Error {
  override readonly name = 'JournalOfOtherKind';
}

const WHY: Readonly<Record<JournalKind, string>> = {
  venue: "a venue's: a sandbox, whose time is moved, does not run on it. Move it out of the folder of the sandbox.",
  sandbox:
    'a sandbox\'s, whose time was moved: no venue runs on it. Play on with "bellwether sandbox" in the folder of that ' +
    'sandbox, or give the venue a journal of its own with BELLWETHER_DATA_DIR or BELLWETHER_JOURNAL.',
};

/** Throws `JournalOfOtherKind` if `is` differs from `wanted`; null: there is no journal yet. `where` is for people. */
export function checkJournalKind(where: string, is: JournalKind | null, wanted: JournalKind): void {
  if (is === null || is === wanted) return;
  throw new JournalOfOtherKind(`the journal in ${where} is ${WHY[is]} Nothing was changed.`);
}

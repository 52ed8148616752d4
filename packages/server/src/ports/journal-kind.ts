/**
 * Whose a journal is. It says so itself, beside its chain, and so does every copy: what was once played with must not be
 * taken for a ledger, nor a ledger be played with.
 */
export type JournalKind = 'venue' | 'sandbox';

/** It is of the other kind than whoever opens it. Nothing was changed. */
export class JournalOfOtherKind extends Error {
  readonly code = 'journal_of_other_kind';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JournalOfOtherKind';
  }
}

const WHY: Readonly<Record<JournalKind, string>> = {
  venue: "a venue's: a sandbox, whose time is moved, does not run on it. Move it out of the folder of the sandbox.",
  sandbox:
    'a sandbox\'s, whose time was moved: no venue runs on it. Play on with "bellwether sandbox" in the folder of that ' +
    'sandbox, or give the venue a journal of its own with BELLWETHER_DATA_DIR or BELLWETHER_JOURNAL.',
};

/** `where` is for people; `is` null: there is no journal yet. Throws `JournalOfOtherKind`. */
export function checkJournalKind(where: string, is: JournalKind | null, wanted: JournalKind): void {
  if (is === null || is === wanted) return;
  throw new JournalOfOtherKind(`the journal in ${where} is ${WHY[is]} Nothing was changed.`);
}

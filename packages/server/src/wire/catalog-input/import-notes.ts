/** What an import did with records besides taking them as they are, said once for all records that it concerns. */

/** Records that a note is about: those that were added, those that the venue had, or all of them. */
export type NotedRecords = 'added' | 'known' | 'all';

/** Positions that a note names; the others are counted. */
const POSITIONS_NAMED = 3;

/** Something of a file, by a name that the venue's events have as well. */
export type NotedKey = `market ${string}` | `event ${string}`;

export class ImportNotes {
  /** Position in the file by what it is, by what was done. */
  readonly #notes = new Map<string, { readonly of: NotedRecords; readonly noted: Map<NotedKey, string> }>();

  /** `what` is the same text for all records with which the same was done. A record may come twice. */
  add(what: string, key: NotedKey, path: string, of: NotedRecords = 'added'): void {
    const note = this.#notes.get(what);
    if (note === undefined) this.#notes.set(what, { of, noted: new Map([[key, path]]) });
    else note.noted.set(key, path);
  }

  /** A line for each thing that was done with any of the records it is about, in the order of the file. */
  lines(isAdded: (key: NotedKey) => boolean): string[] {
    return [...this.#notes].flatMap(([what, { of, noted }]) => {
      const isMeant = (key: NotedKey): boolean => of === 'all' || isAdded(key) === (of === 'added');
      const paths = [...noted].filter(([key]) => isMeant(key)).map(([, path]) => path);
      return paths.length === 0 ? [] : [`${what} (${positions(paths)})`];
    });
  }
}

function positions(paths: readonly string[]): string {
  const count = paths.length === 1 ? '1 record' : `${paths.length} records`;
  const named = paths.slice(0, POSITIONS_NAMED).filter((path) => path !== '');
  if (named.length === 0) return count;
  const more = paths.length - named.length;
  return `${count}: ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

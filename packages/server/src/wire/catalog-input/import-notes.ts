/** Notes about records that an import did not take as they are, one note for all affected records. */

/** Records that a note applies to: those added, those already in the venue, or all. */
export type NotedRecords = 'added' | 'known' | 'all';

/** Maximum number of positions listed in a note; the others are counted. */
const POSITIONS_NAMED = 3;

/** Key of an item in the file, shared with the venue's events. */
export type NotedKey = `market ${string}` | `event ${string}`;

export class ImportNotes {
  /** Positions in the file by item, for each note. */
  readonly #notes = new Map<string, { readonly of: NotedRecords; readonly noted: Map<NotedKey, string> }>();

  /** Adds a record to a note. `what` is the same text for all records treated the same way. A record may come twice. */
  add(what: string, key: NotedKey, path: string, of: NotedRecords = 'added'): void {
    const note = this.#notes.get(what);
    if (note === undefined) this.#notes.set(what, { of, noted: new Map([[key, path]]) });
    else note.noted.set(key, path);
  }

  /** A line for each note that applies to any record, in the order of the file. */
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

/** Notes about records that an import did not take as they are, one note for all affected records. */
import { looksLikePosition, marketVersion, NO_END_DATE } from '@bellwether/contract';
import type { Fields } from './fields.ts';

/** Records that a note applies to: those added, those already in the venue, or all. */
type NotedRecords = 'added' | 'known' | 'all';

/** Maximum number of positions listed in a note; the others are counted. */
const POSITIONS_NAMED = 3;

/** Key of an item in the file, shared with the venue's events. */
export type NotedKey = `market ${string}` | `event ${string}`;

export class ImportNotes {
  /** Positions in the file by item, for each note. */
  readonly #notes = new Map<string, { readonly of: NotedRecords; readonly noted: Map<NotedKey, string> }>();

  /** How often each unread field came, by place: `events.markets`. */
  readonly #unread = new Map<string, Map<string, number>>();

  /** Adds a record to a note. `what` is the same text for all records treated the same way. A record may come twice. */
  add(what: string, key: NotedKey, path: string, of: NotedRecords = 'added'): void {
    const note = this.#notes.get(what);
    if (note === undefined) this.#notes.set(what, { of, noted: new Map([[key, path]]) });
    else note.noted.set(key, path);
  }

  /** Notes a record without an end date. */
  dates(endDate: string, key: NotedKey, path: string): void {
    if (endDate === '') this.add(`no end date: shown as ${NO_END_DATE}`, key, path);
  }

  /** Notes a market without end date or token ids, and the fees that are not taken as written. */
  market(endDate: string, fees: readonly string[], isNameless: boolean, key: NotedKey, path: string): void {
    this.dates(endDate, key, path);
    for (const fee of fees) this.add(fee, key, path);
    if (isNameless) this.add('without token ids: shown with ids made of its condition id', key, path);
  }

  /** Returns whether a market is active. Some records that take orders say inactive, which would block orders here. */
  active(active: boolean, acceptingOrders: boolean, key: NotedKey, path: string): boolean {
    if (!active && acceptingOrders) this.add('active false taken as true, for it takes orders', key, path);
    return active || acceptingOrders;
  }

  /** Notes a market of version v1 with a token id that public clients take for a position of version v2. */
  positions(conditionId: string, tokenIds: readonly [string, string], path: string): void {
    if (tokenIds.some(looksLikePosition) && marketVersion(conditionId, tokenIds[0]) === 'v1')
      this.add(
        'token ids whose bits 40 to 103 are zero: current clients take them for ids of version v2',
        `market ${conditionId}`,
        path,
      );
  }

  /** Notes an unnamed market of a one-winner event: nothing can be traded, and its token ids are yet to come. */
  placeholder(record: Fields): void {
    const { path } = record;
    record.leaveOut();
    this.add('a placeholder without token ids: left out until a record has them', `market ${path}`, path, 'all');
  }

  /** Notes a record of a known item, which changes only its result. `isShared`: one market alone cannot have it. */
  known(isShared: boolean, key: NotedKey, path: string): void {
    const shared = 'a shared result of a one-winner event is not taken of one market: resolve the event';
    if (isShared) this.add(shared, key, path, 'known');
    this.add('known here already: a result is taken, and text, terms and flags stay as they are', key, path, 'known');
  }

  /** Notes a closed market whose record names no winner; `price` is the displayed price, null for none. */
  closed(price: number | null, key: NotedKey, path: string): void {
    const shown =
      price === null ? 'no price is shown, for none that adds up to 1 is recorded' : 'the recorded price is kept';
    this.add(`closed without a result: ${shown}, and nothing is paid until it is resolved here`, key, path);
  }

  /** Notes a market whose cost was refunded: who paid it is not in its record. */
  refunded(key: NotedKey, path: string): void {
    this.add('refunded where it was recorded: taken without a result, and nothing is refunded here', key, path);
  }

  /** Notes the fields of a record, and of the objects inside it, that nothing has read. */
  unread(kind: string, record: Fields): void {
    for (const [place, name] of record.unread(kind)) {
      const counts = this.#unread.get(place) ?? new Map<string, number>();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      this.#unread.set(place, counts);
    }
  }

  /** A line for each note that applies to any record, in the order of the file, then the fields that are not kept. */
  lines(isAdded: (key: NotedKey) => boolean): string[] {
    const lines = [...this.#notes].flatMap(([what, { of, noted }]) => {
      const isMeant = (key: NotedKey): boolean => of === 'all' || isAdded(key) === (of === 'added');
      const paths = [...noted].filter(([key]) => isMeant(key)).map(([, path]) => path);
      return paths.length === 0 ? [] : [`${what} (${positions(paths)})`];
    });
    return [...lines, ...[...this.#unread].map(([place, counts]) => `not kept of ${place}: ${namesByCount(counts)}`)];
  }
}

/** `fee, spread (2 records); line (1 record)` */
function namesByCount(counts: ReadonlyMap<string, number>): string {
  const byCount = Map.groupBy(counts.keys(), (name) => counts.get(name) ?? 0);
  return [...byCount].map(([count, names]) => `${names.join(', ')} (${records(count)})`).join('; ');
}

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`);

function positions(paths: readonly string[]): string {
  const count = records(paths.length);
  const named = paths.slice(0, POSITIONS_NAMED).filter((path) => path !== '');
  if (named.length === 0) return count;
  const more = paths.length - named.length;
  return `${count}: ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

export interface RecordContext {
  /** ISO 8601; replaces missing dates of creation and change. */
  readonly now: string;
  readonly notes: ImportNotes;
  /** True if markets of version v2 are accepted. */
  readonly hasVersions: boolean;
}

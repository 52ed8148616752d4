/**
 * All reactions and reports: a set of (comment, account, kind) with 8 bytes per slot, at most half full. Open
 * addressing in many small tables, so that growing never blocks the exchange for long.
 */
import { type AccountId, accountId } from '../units/units.ts';
import { type CommentId, REACTION_TYPES, type ReactionType } from './definition.ts';

/** A mark that an account left on a comment. */
export type Mark = ReactionType | 'report';

/** The index is stored in the set: append only, at most eight. */
const MARKS: readonly Mark[] = ['report', ...REACTION_TYPES];
const KINDS = 8;
const TABLES = 64;
const SLOTS_AT_START = 16;

interface Table {
  /** Comment ids; 0 = empty slot. */
  comments: Uint32Array;
  /** Account * KINDS + kind. */
  rest: Uint32Array;
  used: number;
}

/** Initial table, which counts as full: most restored venues have few marks. */
const EMPTY: Table = { comments: new Uint32Array(1), rest: new Uint32Array(1), used: 0 };

/** Plain-data form for snapshots, in the byte order of the machine: comments and rests alternate, ascending. */
export type MarkSetSnapshot = Uint8Array;

export class MarkSet {
  readonly #tables: Table[] = new Array<Table>(TABLES).fill(EMPTY);
  /** Number of marks by account. */
  readonly #counts = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(account: AccountId): number {
    return this.#counts.get(account) ?? 0;
  }

  has(comment: CommentId, account: AccountId, mark: Mark): boolean {
    const rest = restOf(account, mark);
    const table = this.#table(comment, rest);
    return table.comments[slotOf(table, comment, rest)] !== 0;
  }

  /** Adds a mark. No effect if it is present. */
  add(comment: CommentId, account: AccountId, mark: Mark): void {
    this.#add(comment, restOf(account, mark));
  }

  /** Deletes a mark. No effect if it is absent. */
  delete(comment: CommentId, account: AccountId, mark: Mark): void {
    const rest = restOf(account, mark);
    const table = this.#table(comment, rest);
    let hole = slotOf(table, comment, rest);
    if (table.comments[hole] === 0) return;
    const mask = table.comments.length - 1;
    // Entries that a collision pushed past the hole move back into it.
    for (let at = (hole + 1) & mask; table.comments[at] !== 0; at = (at + 1) & mask) {
      const home = hashOf(table.comments[at] as number, table.rest[at] as number) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      table.comments[hole] = table.comments[at] as number;
      table.rest[hole] = table.rest[at] as number;
      hole = at;
    }
    table.comments[hole] = 0;
    table.rest[hole] = 0;
    table.used--;
    this.#count(rest, -1);
  }

  /** All marks, in no particular order. */
  *values(): IterableIterator<readonly [CommentId, AccountId, Mark]> {
    for (const [comment, rest] of this.#pairs()) {
      yield [comment as CommentId, accountId(Math.floor(rest / KINDS)), MARKS[rest % KINDS] as Mark];
    }
  }

  snapshot(): MarkSetSnapshot {
    const pairs = [...this.#pairs()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return new Uint8Array(Uint32Array.from(pairs.flat()).buffer);
  }

  static restore(snapshot: MarkSetSnapshot): MarkSet {
    const set = new MarkSet();
    const numbers = new Uint32Array(snapshot.slice().buffer);
    for (let at = 0; at < numbers.length; at += 2) set.#add(numbers[at] as number, numbers[at + 1] as number);
    return set;
  }

  #add(comment: number, rest: number): void {
    const index = hashOf(comment, rest) >>> 26;
    let table = this.#tables[index] as Table;
    let slot = slotOf(table, comment, rest);
    if (table.comments[slot] !== 0) return;
    if ((table.used + 1) * 2 > table.comments.length) {
      table = grown(table);
      this.#tables[index] = table;
      slot = slotOf(table, comment, rest);
    }
    table.comments[slot] = comment;
    table.rest[slot] = rest;
    table.used++;
    this.#count(rest, 1);
  }

  #count(rest: number, change: 1 | -1): void {
    this.#size += change;
    const account = Math.floor(rest / KINDS);
    const count = (this.#counts.get(account) ?? 0) + change;
    if (count === 0) this.#counts.delete(account);
    else this.#counts.set(account, count);
  }

  #table(comment: number, rest: number): Table {
    return this.#tables[hashOf(comment, rest) >>> 26] as Table;
  }

  *#pairs(): IterableIterator<[number, number]> {
    for (const { comments, rest } of this.#tables) {
      for (let at = 0; at < comments.length; at++) {
        if (comments[at] !== 0) yield [comments[at] as number, rest[at] as number];
      }
    }
  }
}

const restOf = (account: AccountId, mark: Mark): number => account * KINDS + MARKS.indexOf(mark);

/** A 32-bit hash; the upper six bits select the table, the lower ones the slot. */
function hashOf(comment: number, rest: number): number {
  let hash = Math.imul(comment, 0x9e3779b1) ^ Math.imul(rest, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function createTable(slots: number): Table {
  return { comments: new Uint32Array(slots), rest: new Uint32Array(slots), used: 0 };
}

/** Slot of an entry, or the empty slot where it belongs. */
function slotOf({ comments, rest }: Table, comment: number, wanted: number): number {
  const mask = comments.length - 1;
  let at = hashOf(comment, wanted) & mask;
  while (comments[at] !== 0 && (comments[at] !== comment || rest[at] !== wanted)) at = (at + 1) & mask;
  return at;
}

function grown(table: Table): Table {
  const larger = createTable(Math.max(SLOTS_AT_START, table.comments.length * 2));
  for (let at = 0; at < table.comments.length; at++) {
    const comment = table.comments[at] as number;
    if (comment === 0) continue;
    const rest = table.rest[at] as number;
    const slot = slotOf(larger, comment, rest);
    larger.comments[slot] = comment;
    larger.rest[slot] = rest;
  }
  larger.used = table.used;
  return larger;
}

/**
 * All comments ever written, as far as decisions need them: entity, depth, author, time, and whether a comment is
 * removed or has open reports. Texts are in the journal and the read store. The log only grows, so it is compact: 26
 * bytes per comment, in blocks that never move once they have reached full size.
 */
import { type AccountId, accountId, assert, catalogId, violated } from '../units/units.ts';
import { COMMENT_SUBJECTS, type CommentEntity, type CommentId, isCommentId } from './definition.ts';

const BLOCK_BITS = 13;
const BLOCK = 1 << BLOCK_BITS;
/** Initial capacity of a block in comments; it doubles. Most states have few comments, and many states are created. */
const FIRST_ROOM = 1 << 8;

/** Lowest bits of the flags: index in COMMENT_SUBJECTS. */
const SUBJECT_MASK = 3;
const REMOVED = 4;
const REPORTED = 8;

interface Block {
  readonly entities: Float64Array;
  readonly times: Float64Array;
  readonly authors: Uint32Array;
  /** The author's previous comment; 0 = none. */
  readonly earlier: Uint32Array;
  readonly depths: Uint8Array;
  readonly flags: Uint8Array;
}

const COLUMNS = ['entities', 'times', 'authors', 'earlier', 'depths', 'flags'] as const;

export interface CommentFacts {
  readonly id: CommentId;
  readonly entity: CommentEntity;
  /** 0 = top level. */
  readonly depth: number;
  readonly author: AccountId;
  readonly timeMs: number;
  readonly removed: boolean;
  /** True if it was reported and the reports have not been dismissed. */
  readonly reported: boolean;
}

/** Plain-data form for snapshots, in the byte order of the machine. */
export type CommentLogSnapshot = { readonly count: number; readonly blocks: readonly (readonly Uint8Array[])[] };

export class CommentLog {
  #count = 0;
  readonly #blocks: Block[] = [];
  readonly #latest = new Map<AccountId, number>();
  readonly #counts = new Map<AccountId, number>();

  get count(): number {
    return this.#count;
  }

  /** Number of comments that an account ever wrote. */
  countOf(account: AccountId): number {
    return this.#counts.get(account) ?? 0;
  }

  get(id: CommentId): CommentFacts | null {
    if (!isCommentId(id) || id > this.#count) return null;
    const block = this.#block(id);
    const at = (id - 1) & (BLOCK - 1);
    const flags = block.flags[at] as number;
    const type = COMMENT_SUBJECTS[flags & SUBJECT_MASK] ?? violated(`comment ${id} belongs nowhere`);
    return {
      id,
      entity: { type, id: catalogId(block.entities[at] as number) },
      depth: block.depths[at] as number,
      author: accountId(block.authors[at] as number),
      timeMs: block.times[at] as number,
      removed: (flags & REMOVED) !== 0,
      reported: (flags & REPORTED) !== 0,
    };
  }

  /** Adds the next comment; `id` must be one above the last. */
  add({ id, entity, depth, author, timeMs }: Omit<CommentFacts, 'removed' | 'reported'>): void {
    if (id !== this.#count + 1) violated(`comment ${id} is out of turn`);
    const at = this.#count & (BLOCK - 1);
    if (at === 0) this.#blocks.push(createBlock(FIRST_ROOM));
    else if (at === this.#blocks.at(-1)?.entities.length) this.#blocks.push(larger(this.#blocks.pop() as Block));
    this.#count++;
    const block = this.#block(id);
    block.entities[at] = entity.id;
    block.times[at] = timeMs;
    block.authors[at] = author;
    block.earlier[at] = this.#latest.get(author) ?? 0;
    block.depths[at] = depth;
    block.flags[at] = COMMENT_SUBJECTS.indexOf(entity.type);
    this.#latest.set(author, id);
    this.#counts.set(author, this.countOf(author) + 1);
  }

  remove(id: CommentId): void {
    this.#setFlag(id, REMOVED, true);
  }

  setReported(id: CommentId, reported: boolean): void {
    this.#setFlag(id, REPORTED, reported);
  }

  /** Unix ms of the `count`-th latest comment of `account`; null if it wrote fewer. */
  timeOfRecent(account: AccountId, count: number): number | null {
    let id = this.#latest.get(account) ?? 0;
    for (let left = count; left > 1 && id > 0; left--) id = this.#block(id).earlier[(id - 1) & (BLOCK - 1)] as number;
    return id === 0 ? null : (this.#block(id).times[(id - 1) & (BLOCK - 1)] as number);
  }

  /** Comments of an account that are not removed, newest first. O(comments that the account ever wrote). */
  *ofAuthor(account: AccountId): IterableIterator<CommentId> {
    for (let id = this.#latest.get(account) ?? 0; id > 0; ) {
      const block = this.#block(id);
      const at = (id - 1) & (BLOCK - 1);
      if (((block.flags[at] as number) & REMOVED) === 0) yield id as CommentId;
      id = block.earlier[at] as number;
    }
  }

  /** All comments, oldest first. */
  *values(): IterableIterator<CommentFacts> {
    for (let id = 1; id <= this.#count; id++) yield this.get(id as CommentId) as CommentFacts;
  }

  snapshot(): CommentLogSnapshot {
    return {
      count: this.#count,
      blocks: this.#blocks.map((block, index) =>
        COLUMNS.map((column) => new Uint8Array(block[column].slice(0, this.#count - index * BLOCK).buffer)),
      ),
    };
  }

  static restore({ count, blocks }: CommentLogSnapshot): CommentLog {
    const log = new CommentLog();
    for (const [index, arrays] of blocks.entries()) {
      const flags = arrays[COLUMNS.length - 1];
      assert(flags !== undefined, 'a block of comments has six columns');
      // Sized to the number of comments; older snapshots also contain the unused rest of the block.
      const restored = createBlock(roomFor(flags.byteLength));
      for (const [at, column] of COLUMNS.entries())
        new Uint8Array(restored[column].buffer).set(arrays[at] as Uint8Array);
      log.#blocks.push(restored);
      const filled = Math.min(BLOCK, count - index * BLOCK);
      for (let at = 0; at < filled; at++) {
        const author = accountId(restored.authors[at] as number);
        log.#latest.set(author, index * BLOCK + at + 1);
        log.#counts.set(author, log.countOf(author) + 1);
      }
    }
    log.#count = count;
    return log;
  }

  #setFlag(id: CommentId, flag: number, isSet: boolean): void {
    assert(isCommentId(id) && id <= this.#count, 'a changed comment was written');
    const { flags } = this.#block(id);
    const at = (id - 1) & (BLOCK - 1);
    flags[at] = isSet ? (flags[at] as number) | flag : (flags[at] as number) & ~flag;
  }

  #block(id: number): Block {
    return this.#blocks[(id - 1) >>> BLOCK_BITS] ?? violated(`comment ${id} has no block`);
  }
}

function createBlock(room: number): Block {
  return {
    entities: new Float64Array(room),
    times: new Float64Array(room),
    authors: new Uint32Array(room),
    earlier: new Uint32Array(room),
    depths: new Uint8Array(room),
    flags: new Uint8Array(room),
  };
}

/** Smallest capacity of a block that holds this number of comments. */
function roomFor(comments: number): number {
  let room = FIRST_ROOM;
  while (room < comments) room *= 2;
  return room;
}

/** A copy of the block with twice the capacity. */
function larger(block: Block): Block {
  const made = createBlock(block.flags.length * 2);
  for (const column of COLUMNS) made[column].set(block[column]);
  return made;
}

/** Groups of messages on a tape that belong together: those that one change of one market caused. */

import { closing } from '@bellwether/ledger/files/closing.ts';
import { type Timers, turn } from '@bellwether/ports/runtime.ts';
import { checkedLines } from '@bellwether/venue/tape/checked-tape.ts';
import type { FeedMessage, TapeLine } from '@bellwether/venue/tape/tape-line.ts';
import { TapeReader } from '@bellwether/venue/tape/tape-reader.ts';
import { inGroupOrder } from './group-order.ts';
import { TapeBook, type TapeEffect } from './tape-market.ts';

export interface TapeGroup {
  /** Unix milliseconds; never less than in the group before. */
  readonly timeMs: number;
  readonly market: number;
  /** Effects in the order of `inGroupOrder`. */
  readonly effects: TapeEffect[];
}

interface OpenGroup extends TapeGroup {
  /** Common place of the group's messages: the number that the venue gave them, or their time. */
  readonly place: number;
  messages: number;
}

export class TapeGroups {
  readonly books: readonly TapeBook[];
  /** Numbers of messages and gaps read, and of messages about markets that the tape does not describe. */
  messages = 0;
  gaps = 0;
  unknown = 0;
  readonly #lines: Iterator<TapeLine>;
  readonly #markets: ReadonlyMap<string, number>;
  #ahead: TapeLine | null;
  #timeMs = 0;
  /** Groups that were read and not returned yet, by market. */
  readonly #gathered = new Map<number, OpenGroup>();

  constructor(reader: Pick<TapeReader, 'header' | 'read'>) {
    this.books = reader.header.markets.map((market) => new TapeBook(market));
    this.#markets = new Map(reader.header.markets.map(({ condition_id }, index) => [condition_id, index]));
    this.#lines = reader.read();
    this.#ahead = this.#line();
  }

  /** Returns the next group with effects; null at the end. Throws `TapeDamaged`. */
  next(): TapeGroup | null {
    for (;;) {
      if (this.#gathered.size === 0) this.#gather();
      const [group] = this.#gathered.values();
      if (group === undefined) return null;
      this.#gathered.delete(group.market);
      this.messages += group.messages;
      if (group.effects.length > 0) {
        inGroupOrder(group.effects);
        return group;
      }
    }
  }

  /**
   * Reads one group. Messages of other markets may lie between its own, so it reads one group of each market at the
   * same time.
   */
  #gather(): void {
    const open = this.#gathered;
    let momentMs = 0;
    for (let line = this.#ahead; line !== null; line = this.#ahead) {
      if (line.kind !== 'message') {
        // Messages after a gap do not belong to a group before the gap.
        if (open.size > 0) return;
        if (line.kind === 'gap') this.gaps++;
      } else {
        const { message, time_ms } = line;
        const market = this.#markets.get(message.market);
        const book = market === undefined ? undefined : this.books[market];
        if (market === undefined || book === undefined) {
          this.messages++;
          this.unknown++;
        } else {
          const place = placeOf(message) ?? time_ms;
          let group = open.get(market);
          if (group === undefined) {
            if (open.size === 0) momentMs = time_ms;
            else if (time_ms !== momentMs) return;
            this.#timeMs = Math.max(this.#timeMs, time_ms);
            group = { timeMs: this.#timeMs, market, effects: [], place, messages: 0 };
            open.set(market, group);
          } else if (group.place !== place) return;
          group.messages++;
          book.take(message, group.effects);
        }
      }
      this.#ahead = this.#line();
    }
  }

  #line(): TapeLine | null {
    const { value, done } = this.#lines.next();
    return done === true ? null : value;
  }
}

/** Returns the number that a venue gave to a message's change; undefined if the venue numbers none. */
function placeOf({ sequence, journal_entry }: FeedMessage): number | undefined {
  return sequence ?? journal_entry;
}

/** Facts about a tape that must be known before it is played. */
export interface TapeFacts {
  readonly header: TapeReader['header'];
  readonly hash: string;
  readonly lines: number;
  readonly tornBytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Lines read before other work in the thread gets a turn. */
const LINES_PER_TURN = 2_000;

/**
 * Reads the whole tape once and checks each line. Rejects with `TapeDamaged`, with errors of the disk, and with `Error`
 * if the tape has no message.
 */
export async function factsOf(path: string, timers: Timers): Promise<TapeFacts> {
  using reader = closing(await TapeReader.open(path));
  let firstMs: number | null = null;
  let lastMs = 0;
  let read = 0;
  for (const line of checkedLines(reader)) {
    if (++read % LINES_PER_TURN === 0) await turn(timers);
    if (line.kind !== 'message') continue;
    firstMs ??= line.time_ms;
    lastMs = Math.max(lastMs, line.time_ms);
  }
  if (firstMs === null) throw new Error(`there is no message on ${path}`);
  const { header, hash, lines, tornBytes } = reader;
  return { header, hash, lines, tornBytes, firstMs, lastMs };
}

/**
 * The feed of one account: everything that concerns its orders and trades, by journal sequence. `previous` of a message
 * is the sequence before it in the stream, so that a client can prove that it has missed nothing.
 */
import type { AccountId, MarketId } from '@bellwether/engine';
import type { Sent } from './recent.ts';
import type { UserMessage } from './user-messages.ts';

/** What one entry did to an account. */
export class UserFrame implements Sent {
  readonly sequence: number;
  /** Sequence of the account's frame before, or where its stream began. */
  readonly previous: number;
  readonly size: number;
  readonly #messages: readonly UserMessage[];

  constructor(sequence: number, previous: number, messages: readonly UserMessage[]) {
    this.sequence = sequence;
    this.previous = previous;
    this.#messages = messages;
    this.size = messages.reduce((sum, { open }) => sum + open.length, 0);
  }

  /** Its messages about `markets` (null: all) as JSON; `previous` is the sequence before in what the client gets. */
  texts(markets: ReadonlySet<MarketId> | null, previous: number): string[] {
    const wanted = markets === null ? this.#messages : this.#messages.filter(({ market }) => markets.has(market));
    return wanted.map(
      ({ open }, index) =>
        `${open},"index":${index},"count":${wanted.length},"sequence":${this.sequence},"previous":${previous}}`,
    );
  }

  /** Markets that it is about. */
  markets(): readonly MarketId[] {
    return this.#messages.map(({ market }) => market);
  }
}

/** Someone who gets an account's frames. */
export interface UserReader {
  readonly apiKey: string;
  takeFrame(stream: UserStream, frame: UserFrame): void;
  /** Its API key does not count any more. */
  revoked(): void;
}

export class UserStream {
  readonly account: AccountId;
  readonly readers = new Set<UserReader>();
  /** Frames made since its last reader left. */
  idleFrames = 0;
  /** Everything after this sequence has been seen. */
  readonly since: number;
  #last: number;
  readonly #lastByMarket = new Map<MarketId, number>();

  constructor(account: AccountId, since: number) {
    this.account = account;
    this.since = since;
    this.#last = since;
  }

  /** Sequence of the last frame about `markets` (null: any), or where the stream began. */
  last(markets: ReadonlySet<MarketId> | null): number {
    if (markets === null) return this.#last;
    let last = this.since;
    for (const market of markets) last = Math.max(last, this.#lastByMarket.get(market) ?? 0);
    return last;
  }

  /** After the readers have been given it. */
  passed(frame: UserFrame): void {
    this.#last = frame.sequence;
    for (const market of frame.markets()) this.#lastByMarket.set(market, frame.sequence);
  }
}

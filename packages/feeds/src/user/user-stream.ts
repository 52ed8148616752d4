/**
 * The feed of one account: all messages about its orders, trades and balances, by journal sequence. `previous` of a
 * message is the sequence of the message before, among those that the client gets. So the client can prove that it has
 * missed nothing.
 */
import type { AccountId, MarketId } from '@bellwether/engine';
import type { Sent } from '../recent.ts';
import type { UserMessage } from './user-messages.ts';

/** Part of an account's stream that a client gets. */
export interface UserChoice {
  /** Markets of the choice; null: all. Collateral has no market: it belongs to every choice with balances. */
  readonly markets: ReadonlySet<MarketId> | null;
  readonly balances: boolean;
}

/** Messages of one entry for an account. */
export class UserFrame implements Sent {
  readonly sequence: number;
  /** Sequence of the account's frame before, or of the start of the stream. */
  readonly previous: number;
  readonly size: number;
  readonly messages: readonly UserMessage[];

  constructor(sequence: number, previous: number, messages: readonly UserMessage[]) {
    this.sequence = sequence;
    this.previous = previous;
    this.messages = messages;
    this.size = messages.reduce((sum, { open }) => sum + open.length, 0);
  }

  /** Returns the chosen messages as JSON; `previous` is the sequence before, among those that the client gets. */
  texts(choice: UserChoice, previous: number): string[] {
    const wanted = this.messages.filter((message) => isChosen(message, choice));
    return wanted.map(
      ({ open }, index) =>
        `${open},"index":${index},"count":${wanted.length},"sequence":${this.sequence},"previous":${previous}}`,
    );
  }
}

export function isChosen({ kind, market }: UserMessage, { markets, balances }: UserChoice): boolean {
  if (kind === 'balance' && !balances) return false;
  return markets === null || market === null || markets.has(market);
}

/** Returns a message that no new entry causes as JSON, in the place of an entry that clients have seen: it makes no gap. */
export const repeatedText = (sequence: number, { open }: UserMessage): string =>
  `${open},"again":true,"index":0,"count":1,"sequence":${sequence},"previous":${sequence - 1}}`;

export interface UserReader {
  readonly apiKey: string;
  takeFrame(stream: UserStream, frame: UserFrame): void;
  /**
   * Called when the trade of the entry `sequence` is sent again, because its status has changed, and with orders that
   * are not at the exchange.
   */
  takeAgain(sequence: number, message: UserMessage): void;
  /** Called when the reader's API key was revoked. */
  revoked(reason?: string): void;
}

export class UserStream {
  readonly account: AccountId;
  readonly readers = new Set<UserReader>();
  /** Frames made since the last reader left. */
  idleFrames = 0;
  /** The stream covers everything after this sequence. */
  readonly since: number;
  /** The same for balances; null until a client asks for balances. */
  #balancesSince: number | null = null;
  #last: number;
  readonly #lastOrders = new LastByMarket();
  readonly #lastBalances = new LastByMarket();

  constructor(account: AccountId, since: number) {
    this.account = account;
    this.since = since;
    this.#last = since;
  }

  /** Sequence of the last frame, or of the start of the stream. */
  get lastFrame(): number {
    return this.#last;
  }

  /** Start of a choice: the stream covers everything in the choice after this sequence. */
  beginning({ balances }: Pick<UserChoice, 'balances'>): number {
    return balances ? Math.max(this.since, this.#balancesSince ?? Number.POSITIVE_INFINITY) : this.since;
  }

  /** Includes balances, from this sequence on if they were not included. */
  tellBalances(sequence: number): void {
    this.#balancesSince ??= sequence;
  }

  /** Sequence of the last frame with a message of the choice, or of the start of the choice. */
  last(choice: UserChoice): number {
    const orders = this.#lastOrders.of(choice.markets);
    const balances = choice.balances ? this.#lastBalances.of(choice.markets) : 0;
    return Math.max(this.beginning(choice), orders, balances);
  }

  /** Records a frame that was given to the readers. */
  passed({ sequence, messages }: UserFrame): void {
    this.#last = sequence;
    for (const { kind, market } of messages) {
      (kind === 'balance' ? this.#lastBalances : this.#lastOrders).set(market, sequence);
    }
  }
}

/** Sequence of the last message by market; null stands for messages of no market. */
class LastByMarket {
  readonly #byMarket = new Map<MarketId | null, number>();
  #last = 0;

  set(market: MarketId | null, sequence: number): void {
    this.#byMarket.set(market, sequence);
    this.#last = sequence;
  }

  /** Returns the last sequence for these markets; null: for all. 0: never. */
  of(markets: ReadonlySet<MarketId> | null): number {
    if (markets === null) return this.#last;
    let last = this.#byMarket.get(null) ?? 0;
    for (const market of markets) last = Math.max(last, this.#byMarket.get(market) ?? 0);
    return last;
  }
}

/**
 * The feed of one account: everything that concerns its orders, trades and balances, by journal sequence. `previous` of a
 * message is the sequence before it in what its client gets, so that the client can prove that it has missed nothing.
 */
import type { AccountId, MarketId } from '@bellwether/engine';
import type { Sent } from './recent.ts';
import type { UserMessage } from './user-messages.ts';

/** What of an account's stream a client gets. */
export interface UserChoice {
  /** null: all. Collateral is of no market: it belongs to every choice with balances. */
  readonly markets: ReadonlySet<MarketId> | null;
  readonly balances: boolean;
}

/** What one entry did to an account. */
export class UserFrame implements Sent {
  readonly sequence: number;
  /** Sequence of the account's frame before, or where its stream began. */
  readonly previous: number;
  readonly size: number;
  readonly messages: readonly UserMessage[];

  constructor(sequence: number, previous: number, messages: readonly UserMessage[]) {
    this.sequence = sequence;
    this.previous = previous;
    this.messages = messages;
    this.size = messages.reduce((sum, { open }) => sum + open.length, 0);
  }

  /** Its messages of a choice as JSON; `previous` is the sequence before in what the client gets. */
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

/** A message that is told again, as JSON: in the place of an entry that clients have seen, so that none misses anything by it. */
export const repeatedText = (sequence: number, { open }: UserMessage): string =>
  `${open},"again":true,"index":0,"count":1,"sequence":${sequence},"previous":${sequence - 1}}`;

/** Someone who gets an account's frames. */
export interface UserReader {
  readonly apiKey: string;
  takeFrame(stream: UserStream, frame: UserFrame): void;
  /** A trade of the entry `sequence` is told again, because its status has gone on. */
  takeAgain(sequence: number, message: UserMessage): void;
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
  /** The same for balances; null while no one has asked for them. */
  #balancesSince: number | null = null;
  #last: number;
  readonly #lastOrders = new LastByMarket();
  readonly #lastBalances = new LastByMarket();

  constructor(account: AccountId, since: number) {
    this.account = account;
    this.since = since;
    this.#last = since;
  }

  /** Sequence of its last frame, or where it began. */
  get lastFrame(): number {
    return this.#last;
  }

  /** Where what a choice shows begins: everything of it after this sequence has been seen. */
  beginning({ balances }: Pick<UserChoice, 'balances'>): number {
    return balances ? Math.max(this.since, this.#balancesSince ?? Number.POSITIVE_INFINITY) : this.since;
  }

  /** Tells of balances too, from now on if it did not. */
  tellBalances(sequence: number): void {
    this.#balancesSince ??= sequence;
  }

  /** Sequence of the last frame that had something for a choice, or where that began. */
  last(choice: UserChoice): number {
    const orders = this.#lastOrders.of(choice.markets);
    const balances = choice.balances ? this.#lastBalances.of(choice.markets) : 0;
    return Math.max(this.beginning(choice), orders, balances);
  }

  /** After the readers have been given it. */
  passed({ sequence, messages }: UserFrame): void {
    this.#last = sequence;
    for (const { kind, market } of messages) {
      (kind === 'balance' ? this.#lastBalances : this.#lastOrders).set(market, sequence);
    }
  }
}

/** When a stream last told of each market; null is what is of no market. */
class LastByMarket {
  readonly #byMarket = new Map<MarketId | null, number>();
  #last = 0;

  set(market: MarketId | null, sequence: number): void {
    this.#byMarket.set(market, sequence);
    this.#last = sequence;
  }

  /** 0 for never. */
  of(markets: ReadonlySet<MarketId> | null): number {
    if (markets === null) return this.#last;
    let last = this.#byMarket.get(null) ?? 0;
    for (const market of markets) last = Math.max(last, this.#byMarket.get(market) ?? 0);
    return last;
  }
}

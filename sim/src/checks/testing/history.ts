/** Writes histories for tests of the rules: a small venue decided by the engine, with all its facts in a list. */
import { hash } from 'node:crypto';
import {
  accountId,
  address,
  applyEntry,
  type Command,
  createState,
  type Decision,
  decide,
  type Event,
  hashState,
  marketId,
  micros,
  type OrderId,
  orderId,
  type PlaceOrder,
  type State,
  walletId,
} from '@bellwether/engine';
import { marketDefinition } from '@bellwether/engine/testing';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import type { Answer, Fact, FactOf } from '../facts.ts';

const START_MS = 1_767_225_600_000;

export class History {
  readonly facts: Fact[] = [{ kind: 'epoch', epoch: 1 }];
  readonly state: State = createState();
  epoch = 1;
  timeMs = START_MS;
  #hash = GENESIS_HASH;
  #attempts = 0;
  #reads = 0;

  /** Two funded accounts and one market; the second account holds pairs. */
  static opened(): History {
    const history = new History();
    for (const name of ['a', 'b'])
      history.do({
        ...{ kind: 'OpenAccount', address: address(`0x${name.repeat(40)}`), startingBalance: micros(1_000_000_000) },
        depositWallet: address(`0x${name.repeat(38)}00`),
      });
    history.do({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [marketDefinition(0, {})] });
    history.do({ ...SPLIT, account: accountId(1), wallet: walletId(2) });
    return history;
  }

  /** Answers to a command that is not decided; `knew` as in `Answered`. */
  told(command: Command, answer: Answer, knew: readonly [number, number] | null = null): void {
    this.answer(this.call(command), answer, knew);
  }

  /** Events of the entry that was logged last. */
  get lastEvents(): readonly Event[] {
    const logged = this.facts.findLast((fact) => fact.kind === 'logged');
    return logged?.entries[0]?.events ?? [];
  }

  /** A client sends the command, the exchange decides it, the record becomes durable, and the client is told. */
  do(command: Command, client = 0): Decision {
    const attempt = this.call(command, client);
    const decision = this.decided(command);
    this.answer(attempt, answerOf(decision, this.state.sequence));
    return decision;
  }

  call(command: Command, client = 0): number {
    const attempt = this.#attempts++;
    this.facts.push({ kind: 'called', attempt, client, command, atMs: this.timeMs });
    return attempt;
  }

  /** Answers as the first and only process; `knew` as in `Answered`. */
  answer(attempt: number, answer: Answer, knew: readonly [number, number] | null = null): void {
    this.facts.push({ kind: 'answered', attempt, answer, atMs: this.timeMs, node: 0, knew });
  }

  /** Decides a command; an accepted one is logged. */
  decided(command: Command): Decision {
    this.timeMs += 10;
    const stamp = { sequence: this.state.sequence + 1, timeMs: this.timeMs };
    const decision = decide(this.state, command, stamp);
    if (decision.kind === 'accepted') this.log(command, decision.events);
    return decision;
  }

  /** Logs events, which need not be what the engine decided. */
  log(command: Command, events: readonly Event[], { isFolded = true } = {}): void {
    const stamp = { sequence: this.state.sequence + 1, timeMs: this.timeMs };
    const previousHash = this.#hash;
    this.#hash = hash('sha256', `${previousHash}${JSON.stringify([stamp, command, events])}`, 'hex');
    const entry = { ...stamp, command, events, hash: this.#hash };
    if (isFolded) applyEntry(this.state, entry);
    const { epoch, timeMs: atMs } = this;
    this.facts.push({ kind: 'logged', epoch, entries: [entry], atMs, previousHash, bytes: 200 });
  }

  /** A read that shows `sequence`. */
  read(sequence: number, shown: readonly { subject: string; value: string | null }[] = [], client = 0, node = 0): void {
    const read = this.#reads++;
    this.facts.push({ kind: 'reading', read, client, node, of: 'memory' }, { kind: 'read', read, sequence, shown });
  }

  /** Chain value of the last entry. */
  get hash(): string {
    return this.#hash;
  }

  get stateHash(): string {
    return hashState(this.state);
  }

  get hashes(): string[] {
    return this.facts.flatMap((fact) => (fact.kind === 'logged' ? fact.entries.map((entry) => entry.hash) : []));
  }

  end(): readonly Fact[] {
    this.facts.push({ kind: 'ended' });
    return this.facts;
  }
}

export const answerOf = (decision: Decision, sequence: number): Answer =>
  decision.kind === 'accepted' ? { ...decision, sequence } : decision;

const FIRST = { account: accountId(0), wallet: walletId(0), market: marketId(0) };
export const SPLIT = { kind: 'SplitPosition', ...FIRST, amount: micros(50_000_000) } as const;

const idOf = (salt: number): OrderId => orderId(`0x${hash('sha256', `order ${salt}`, 'hex')}`);

/** 10 shares at 0.50 by the first account, unless `given` says otherwise. */
export const order = (salt: number, given: Partial<PlaceOrder> = {}): PlaceOrder => ({
  ...{ kind: 'PlaceOrder', orderId: idOf(salt), ...FIRST, apiKey: '', outcome: 0, side: 'BUY', type: 'GTC' },
  ...{ makerAmount: micros(5_000_000), takerAmount: micros(10_000_000) },
  ...{ postOnly: false, expiration: 0, builder: '' },
  ...given,
});

/** The matching sale by the second account. */
export function sale(salt: number, given: Partial<PlaceOrder> = {}): PlaceOrder {
  const amounts = { makerAmount: micros(10_000_000), takerAmount: micros(5_000_000) };
  return order(salt, { account: accountId(1), wallet: walletId(2), side: 'SELL', ...amounts, ...given });
}

export interface Breaking {
  readonly rule: string;
  /** Description of the error. */
  readonly what: string;
  /** `isBroken`: with the error; otherwise the same history without it. */
  history(isBroken: boolean): readonly Fact[];
  /** Damages the state that the history leads to. */
  spoil?(state: State): void;
}

/** Row with a history that `write` fills and that ends with the run. */
export const row = (rule: string, what: string, write: (history: History, isBroken: boolean) => void): Breaking => ({
  rule,
  what,
  history: (isBroken) => {
    const history = History.opened();
    write(history, isBroken);
    return history.end();
  },
});

export function replaceLast(history: History, kind: Fact['kind'], change: (fact: never) => Fact): void {
  const at = history.facts.findLastIndex((fact) => fact.kind === kind);
  history.facts[at] = change(history.facts[at] as never);
}

export type Logged = FactOf<'logged'>;

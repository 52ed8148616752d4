/** A venue without threads or files: commands go through the engine and become entries and records. For tests. */
import { hash } from 'node:crypto';
import {
  type AccountId,
  address,
  type Command,
  conditionId,
  decide,
  type Event,
  type MarketDefinition,
  type MarketId,
  micros,
  type OrderId,
  orderId,
  type PlaceOrder,
  type State,
  tokenId,
  type WalletId,
} from '@bellwether/engine';
import { catalogEventDefinition, marketDefinition } from '@bellwether/engine/testing';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { chainHash, entryLine } from '@bellwether/ledger/record/record-text.ts';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { type ChainedEntry, GENESIS_HASH, type JournalRecord } from '@bellwether/ports/journal.ts';
import { PriceObserver } from '../prices/project/observed-prices.ts';
import type { ObservedPrice } from '../projection.ts';

export const testAddress = (index: number) => address(`0x${index.toString(16).padStart(40, '0')}`);
export const testConditionId = (index: number) => conditionId(`0x${(0xc000 + index).toString(16).padStart(64, '0')}`);

/** An order with only the fields that a test cares about; amounts in whole shares, price in ticks. */
export interface TestOrder {
  readonly trader: number;
  readonly market?: number;
  readonly outcome?: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly shares: number;
  readonly type?: 'GTC' | 'FOK' | 'FAK';
}

export class RecordedVenue {
  readonly #start = emptyStart();
  readonly #follower = new Follower(this.#start);
  readonly #stepMs: number;
  readonly #observed = new PriceObserver();
  readonly state: State = this.#start.state;
  readonly entries: ChainedEntry[] = [];
  readonly records: JournalRecord[] = [];
  readonly prices = new Map<number, readonly ObservedPrice[]>();
  timeMs = Date.UTC(2026, 0, 1);
  #hash = GENESIS_HASH;
  #orders = 0;

  /** Every command comes `stepMs` after the one before it. */
  constructor(stepMs = 100) {
    this.#stepMs = stepMs;
    this.#follower.observe(this.#observed);
  }

  /** Runs a command and journals it as its own record. Null if it was refused or changed nothing. */
  submit(command: Command): ChainedEntry | null {
    const outcome = this.outcomeOf(command);
    return outcome.kind === 'accepted' ? outcome.entry : null;
  }

  /** Like `submit`, with the whole outcome. */
  outcomeOf(command: Command): ExchangeOutcome {
    this.timeMs += this.#stepMs;
    const decision = decide(this.state, command, { sequence: this.state.sequence + 1, timeMs: this.timeMs });
    if (decision.kind !== 'accepted') return decision;
    const { events, notCanceled } = decision;
    return { kind: 'accepted', entry: this.record(command, events), notCanceled };
  }

  /** Journals events, also ones that no command causes under today's rules. */
  record(command: Command, events: readonly Event[]): ChainedEntry {
    const { timeMs } = this;
    const sequence = this.state.sequence + 1;
    const line = entryLine(sequence, timeMs, JSON.stringify(command), JSON.stringify(events));
    const previousHash = this.#hash;
    this.#hash = chainHash(previousHash, line);
    const entry: ChainedEntry = { sequence, timeMs, command, events, hash: this.#hash };
    this.#follower.fold([entry], previousHash);
    for (const [at, prices] of this.#observed.take()) this.prices.set(at, prices);
    this.entries.push(entry);
    const payload = `${line}\n`;
    this.records.push({ firstSequence: sequence, lastSequence: sequence, previousHash, hash: this.#hash, payload });
    return entry;
  }

  /** Like `submit`, for commands that must be accepted. */
  must(command: Command): ChainedEntry {
    const entry = this.submit(command);
    if (entry === null) throw new Error(`refused: ${JSON.stringify(command)}`);
    return entry;
  }

  /** Opens accounts for traders 0.. with their own wallet (address 2i + 1) and a deposit wallet (2i + 2). */
  openAccounts(count: number, startingBalance = micros(1_000_000_000_000)): void {
    for (let trader = 0; trader < count; trader += 1) {
      const deposit = testAddress(2 * trader + 2);
      this.must({ kind: 'OpenAccount', address: testAddress(2 * trader + 1), depositWallet: deposit, startingBalance });
    }
  }

  addMarkets(count: number, changes: Partial<MarketDefinition> = {}): void {
    const first = this.state.markets.length;
    const markets = Array.from({ length: count }, (_, index) => ({ ...testMarket(first + index), ...changes }));
    this.must({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets });
  }

  addNegRiskEvent(markets: number): void {
    const first = this.state.markets.length;
    const definitions = Array.from({ length: markets }, (_, at) => ({ ...testMarket(first + at), negRisk: true }));
    const event = catalogEventDefinition({ id: null, slug: 'event', negRisk: true, tagSlugs: [] });
    const events = [{ event, markets: definitions }];
    this.must({ kind: 'AddToCatalog', tags: [], series: [], events, markets: [] });
  }

  walletOf(trader: number): WalletId {
    const wallet = this.state.walletsByAddress.get(testAddress(2 * trader + 1));
    if (wallet === undefined) throw new Error(`trader ${trader} has no account`);
    return wallet;
  }

  accountOf(trader: number): AccountId {
    const account = this.state.accountsByAddress.get(testAddress(2 * trader + 1));
    if (account === undefined) throw new Error(`trader ${trader} has no account`);
    return account;
  }

  /** Places an order from a trader's own wallet, or from `wallet`. */
  place(order: TestOrder, wallet?: WalletId): ChainedEntry | null {
    return this.submit(this.placement(order, wallet));
  }

  placement(order: TestOrder, wallet?: WalletId): PlaceOrder {
    const shares = micros(Math.round(order.shares * 1_000_000));
    const collateral = micros((shares * order.price) / 10_000);
    const isBuy = order.side === 'BUY';
    this.#orders += 1;
    return {
      kind: 'PlaceOrder',
      orderId: testOrderId(this.#orders),
      account: this.accountOf(order.trader),
      wallet: wallet ?? this.walletOf(order.trader),
      apiKey: 'key',
      market: (order.market ?? 0) as MarketId,
      outcome: order.outcome ?? 0,
      side: order.side,
      type: order.type ?? 'GTC',
      postOnly: false,
      makerAmount: isBuy ? collateral : shares,
      takerAmount: isBuy ? shares : collateral,
      expiration: 0,
      builder: '',
    };
  }
}

/** A small deterministic generator of numbers below a bound, so that a history is the same in every run. */
export function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Spread over the whole id like real digests: the engine finds orders by a part of the id. */
export const testOrderId = (index: number): OrderId => orderId(`0x${hash('sha256', `order ${index}`, 'hex')}`);

/** A definition with every field, named after its index. */
export const testMarket = (index: number): MarketDefinition =>
  marketDefinition(index, {
    conditionId: testConditionId(index),
    question: `Will ${index} happen?`,
    icon: `https://example.org/${index}.png`,
    tokenIds: [tokenId(String(1000 + 2 * index)), tokenId(String(1001 + 2 * index))],
  });

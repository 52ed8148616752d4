/**
 * A small venue for scenario tests: traders by name, orders as one line of text, balances as decimals.
 * Every scenario ends with `end()`, which checks conservation, that no book is crossed, and that folding only the
 * events gives the same state.
 */

import { expect } from 'vitest';
import { apply, applyEntry } from '../apply.ts';
import type { Command, PlaceOrder } from '../command.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { Entry, Event } from '../event.ts';
import { assertInvariants, totalAdvanced } from '../ledger/invariants.ts';
import type { MarketDefinition } from '../market/definition.ts';
import type { HouseTerms } from '../market/house.ts';
import { restoreSnapshot, takeSnapshot } from '../snapshot.ts';
import { assertAfter, createState, type State } from '../state.ts';
import { hashState } from '../state-hash.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import { numberedOrderId } from '../testing/order-ids.ts';
import { nextSettlement, quotesAreDue } from '../timers.ts';
import {
  type AccountId,
  type Address,
  address,
  type CatalogId,
  catalogId,
  type MarketId,
  type Micros,
  marketId,
  micros,
  type OrderId,
  type OrderType,
  type Side,
  type WalletId,
} from '../units/units.ts';

export const START_MS = 1_700_000_000_000;

/** Parses a decimal into exact micros. */
export function amount(text: string): Micros {
  const [whole = '0', fraction = ''] = text.split('.');
  return micros(Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0')));
}

/** Formats micros as a decimal, without trailing zeros. */
export function decimal(value: number): string {
  const fraction = (value % 1_000_000).toString().padStart(6, '0').replace(/0+$/, '');
  const whole = Math.floor(value / 1_000_000);
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`;
}

export interface MarketTermsInput {
  readonly tick?: number;
  readonly minimumSize?: string;
  readonly takerFeeRate?: number;
  readonly openTimeMs?: number;
}

interface Trader {
  readonly account: AccountId;
  readonly wallet: WalletId;
}

export class ScenarioVenue {
  readonly state: State = createState();
  readonly entries: Entry<Command>[] = [];
  timeMs = START_MS;
  readonly #traders = new Map<string, Trader>();
  #orders = 0;
  #markets = 0;

  /** Adds a trader with one funded wallet. */
  trader(name: string, balance: string): Trader {
    const digits = (this.#traders.size * 2 + 1).toString(16);
    const deposit = (this.#traders.size * 2 + 2).toString(16);
    const command: Command = {
      kind: 'OpenAccount',
      address: address(`0x${digits.padStart(40, '0')}`),
      depositWallet: address(`0x${deposit.padStart(40, '0')}`),
      startingBalance: micros(0),
    };
    this.accept(command);
    const account = (this.state.accounts.length - 1) as AccountId;
    const wallet = this.state.accounts[account]?.wallets[0] as WalletId;
    if (amount(balance) > 0) this.accept({ kind: 'Deposit', wallet, amount: amount(balance) });
    const trader = { account, wallet };
    this.#traders.set(name, trader);
    return trader;
  }

  named(name: string): Trader {
    const trader = this.#traders.get(name);
    if (trader === undefined) throw new Error(`no trader ${name}`);
    return trader;
  }

  /** Adds one event with markets that have the same terms; returns the markets. */
  markets(count: number, terms: MarketTermsInput = {}, negRisk = false, house?: HouseTerms): MarketId[] {
    const first = this.#markets;
    this.#markets += count;
    const definitions = Array.from({ length: count }, (_, index) => definition(first + index, terms, negRisk));
    const event = catalogEventDefinition({ id: null, slug: `event-${first}`, negRisk, tagSlugs: [] });
    this.accept({
      kind: 'AddToCatalog',
      tags: [],
      series: [],
      events: [{ event, markets: definitions, ...(house && { house }) }],
      markets: [],
    });
    return definitions.map((_, index) => marketId(first + index));
  }

  eventOf(market: MarketId): CatalogId {
    return this.state.markets[market]?.catalogEvent as CatalogId;
  }

  /** Outstanding advances of conversions, in micros. */
  get advanced(): bigint {
    return totalAdvanced(this.state.catalogEvents.values());
  }

  /** Decides, journals and applies a command; checks every invariant. */
  submit(command: Command): Decision {
    const stamp = { sequence: this.state.sequence + 1, timeMs: this.timeMs };
    const before = hashState(this.state);
    const decision = decide(this.state, command, stamp);
    expect(hashState(this.state), 'decide must not change state').toBe(before);
    if (decision.kind !== 'accepted') return decision;
    for (const event of decision.events) apply(this.state, event, stamp);
    this.state.sequence = stamp.sequence;
    this.state.timeMs = stamp.timeMs;
    assertAfter(this.state, decision.events);
    assertInvariants(this.state);
    this.entries.push({ ...stamp, command, events: decision.events });
    // As the sequencer does.
    if (quotesAreDue(this.state)) this.accept({ kind: 'QuoteHouse' });
    return decision;
  }

  /** Submits a command; returns the code of a refusal, or the kind of any other decision. */
  answer(command: Command): string {
    const decision = this.submit(command);
    return decision.kind === 'reject' ? decision.code : decision.kind;
  }

  accept(command: Command): Decision {
    const decision = this.submit(command);
    expect(decision.kind, JSON.stringify(decision)).toBe('accepted');
    return decision;
  }

  /** Applies events that no current command causes, but that an entry of a journal under older rules may contain. */
  force(...events: readonly Event[]): void {
    const stamp = { sequence: this.state.sequence + 1, timeMs: this.timeMs };
    const entry = { ...stamp, command: { kind: 'SetMode', mode: this.state.mode } as const, events };
    applyEntry(this.state, entry);
    assertInvariants(this.state);
    this.entries.push(entry);
  }

  /** The id of an order line, counted from 0. */
  orderId(index: number): OrderId {
    return numberedOrderId(index + 1);
  }

  /**
   * Parses and submits `alice buy yes 100 @ 0.40 [GTC|GTD|FOK|FAK] [+seconds] [key=k1] [from=bob]`; a FOK or FAK buy
   * may use a budget such as `$50`. `from`: the trader whose wallet the order is for.
   */
  order(line: string, market: MarketId): Decision {
    return this.submit(this.#placement(line, market));
  }

  /** Submits the order of a line from `maker`, which the demo lends to its trader. */
  foreign(line: string, maker: Address, market: MarketId): Decision {
    const { wallet: _own, ...order } = this.#placement(line, market);
    return this.submit({ kind: 'BindAndPlace', wallet: maker, order });
  }

  #placement(line: string, market: MarketId): PlaceOrder {
    const [name = '', side = '', outcome = '', size = '', , price = '', ...rest] = line.trim().split(/\s+/);
    const trader = this.named(name);
    const type = (rest.find((word) => /^(GTC|GTD|FOK|FAK)$/.test(word)) ?? 'GTC') as OrderType;
    const seconds = rest.find((word) => word.startsWith('+'));
    const from = rest.find((word) => word.startsWith('from='))?.slice(5) ?? name;
    const [shares, collateral] = amounts(size, price);
    const isBuy = side === 'buy';
    return {
      kind: 'PlaceOrder',
      orderId: this.orderId(this.#orders++),
      account: trader.account,
      wallet: this.named(from).wallet,
      apiKey: rest.find((word) => word.startsWith('key='))?.slice(4) ?? 'key',
      market,
      outcome: outcome === 'yes' ? 0 : 1,
      side: side.toUpperCase() as Side,
      type,
      postOnly: false,
      makerAmount: isBuy ? collateral : shares,
      takerAmount: isBuy ? shares : collateral,
      expiration: seconds === undefined ? 0 : Math.floor(this.timeMs / 1000) + Number(seconds),
      builder: '',
    };
  }

  /** Runs rows `order line -> outcome`; an outcome is `live`, `matched <gave> for <got>` or a reject code. */
  play(market: MarketId, ...rows: readonly string[]): void {
    for (const row of rows) {
      const [line = ''] = row.split(' ->');
      expect(`${line} -> ${describe(this.order(line, market), this.state)}`).toBe(row);
    }
  }

  /** `free/held` collateral of a trader. */
  cash(name: string): string {
    const wallet = this.state.wallets[this.named(name).wallet];
    return `${decimal(wallet?.free ?? 0)}/${decimal(wallet?.held ?? 0)}`;
  }

  /** Levels of the YES book, best first: `bids 0.40x100 asks 0.60x50`. */
  book(market: MarketId): string {
    const side = (which: 0 | 1) =>
      [...(this.state.markets[market]?.book?.levels(which) ?? [])]
        .map((l) => `${l.price / 10_000}x${decimal(l.size)}`)
        .join(' ');
    return `bids ${side(0)} asks ${side(1)}`;
  }

  /** Settles all resolving markets, as the sequencer does. */
  settle(): void {
    let steps = 0;
    for (let market = nextSettlement(this.state); market !== null; market = nextSettlement(this.state)) {
      this.accept({ kind: 'SettleMarket', market });
      expect(++steps, 'steps of settlement').toBeLessThan(10_000);
    }
  }

  end(): void {
    const replayed = createState();
    for (const entry of this.entries) applyEntry(replayed, entry);
    expect(hashState(replayed)).toBe(hashState(this.state));
    const restored = restoreSnapshot(takeSnapshot(this.state));
    expect(hashState(restored)).toBe(hashState(this.state));
    assertInvariants(restored);
  }
}

function amounts(size: string, price: string): [Micros, Micros] {
  const priced = Math.round(Number(price) * 10_000);
  if (size.startsWith('$')) {
    const collateral = amount(size.slice(1));
    return [micros(Number((BigInt(collateral) * 10_000n) / BigInt(priced))), collateral];
  }
  const shares = amount(size);
  return [shares, micros(Number((BigInt(shares) * BigInt(priced)) / 10_000n))];
}

function describe(decision: Decision, state: State): string {
  if (decision.kind === 'reject') return decision.code;
  if (decision.kind !== 'accepted') return decision.kind;
  const accepted = decision.events.find((event) => event.kind === 'OrderAccepted');
  const result = accepted === undefined ? null : state.orderResults.get(accepted.orderId);
  if (result === null) return 'accepted';
  return result.status === 'live' ? 'live' : `matched ${decimal(result.making)} for ${decimal(result.taking)}`;
}

/** The market's public id, tokens and condition are derived from its index. */
function definition(index: number, terms: MarketTermsInput, negRisk: boolean): MarketDefinition {
  return marketDefinition(index, {
    id: catalogId(index + 1),
    tick: terms.tick ?? 100,
    minimumSize: amount(terms.minimumSize ?? '5'),
    takerFeeRate: terms.takerFeeRate ?? 0,
    ...(terms.openTimeMs !== undefined && { openTimeMs: terms.openTimeMs }),
    negRisk,
  });
}

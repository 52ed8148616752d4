/**
 * A tape that is played on a branch. An account of its own holds the tape's market in the sandbox's books as orders,
 * updated as time moves, and clients trade beside it. A client's order that takes meets the tape's size. One that rests
 * is filled when the tape's takers get past the size ahead, according to a bound (`queue.ts`). Everything is done by
 * commands to the exchange.
 */

import type { ReplayCertificate } from '@bellwether/contract';
import {
  type AccountId,
  type BookSide,
  bookSideOf,
  type Event,
  hashState,
  type MarketId,
  type OrderNumber,
  opposite,
  PRICE_ONE,
  type State,
  type TradeExecuted,
} from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type Timers, turn } from '@bellwether/ports/runtime.ts';
import { createSerialRunner } from '@bellwether/ports/serial-runner.ts';
import type { DuePart } from '@bellwether/venue/runtime/virtual-time.ts';
import type { TapeReader } from '@bellwether/venue/tape/tape-reader.ts';
import type { ReplayStart } from '../control.ts';
import type { Latency } from '../latency/latency.ts';
import type { HouseAccount } from '../scenario/house-account.ts';
import { certificateOf } from './certificate.ts';
import { PlayedMarket } from './played-market.ts';
import { QueuedOrder } from './queue.ts';
import { ReplayReport, type Tracked } from './replay-report.ts';
import { TapeDesk } from './tape-desk.ts';
import { type TapeFacts, type TapeGroup, TapeGroups } from './tape-groups.ts';
import { TapeQuotes } from './tape-quotes.ts';

/** Groups played before other work in the thread gets a turn. */
const GROUPS_PER_TURN = 2_000;
type ReplayPlan = Pick<ReplayStart, 'tape' | 'queue' | 'stepMs'>;

interface ReplayOptions {
  readonly plan: ReplayPlan;
  readonly facts: TapeFacts;
  /** Reader at the start of the tape; the replay closes it. */
  readonly reader: TapeReader;
  readonly exchange: ExchangeHandle;
  readonly time: { readonly nowMs: number };
  readonly latency: Pick<Latency, 'certified' | 'tripOf'>;
  readonly timers: Timers;
  readonly seed: number;
  /** House accounts: one for the tape's resting orders, one for its takers. */
  readonly house: readonly [HouseAccount, HouseAccount];
}

const OF_RESULT: ReadonlySet<Event['kind']> = new Set([
  ...(['MarketResolved', 'PayoutMade', 'MarketSettled', 'ResultProposed', 'ResultConfirmed'] as const),
  ...(['PayoutReclaimed', 'PayoutAdded', 'ResultCorrected'] as const),
]);

export class Replay implements DuePart {
  readonly plan: ReplayPlan;
  readonly facts: TapeFacts;
  readonly report: ReplayReport;
  readonly #options: ReplayOptions;
  readonly #reader: TapeReader;
  readonly #groups: TapeGroups;
  readonly #markets: readonly PlayedMarket[];
  readonly #marketsById: ReadonlyMap<MarketId, number>;
  readonly #desk: TapeDesk;
  readonly #houseAccounts: ReadonlySet<AccountId>;
  /** Resting orders of clients, and the ordinals of all orders that clients have placed. */
  readonly #resting = new Map<OrderNumber, Tracked>();
  readonly #ordinals = new Map<OrderNumber, number>();
  readonly #unobserve: () => void;
  #next: TapeGroup | null;
  #groupsPlayed = 0;
  #messages = 0;
  #syncedMs: number;
  /** Runs one task at a time: the sizes of orders are known only when earlier commands are done. */
  readonly #alone = createSerialRunner();
  #isClosed = false;
  #certificate: ReplayCertificate | null = null;

  /** The markets of the tape and the accounts of the house must exist. */
  constructor(options: ReplayOptions) {
    const { plan, facts, reader, exchange, house } = options;
    const { state } = exchange;
    this.plan = plan;
    this.facts = facts;
    this.report = new ReplayReport(facts.firstMs);
    this.#options = options;
    this.#markets = facts.header.markets.map(({ slug, minimum_order_size, minimum_tick_size }) => {
      const id = state.marketsBySlug.get(slug);
      if (id === undefined) throw new Error(`the market ${slug} of the tape is not there`);
      const minimumSize = Math.round(minimum_order_size * 1_000_000);
      const quotes = new TapeQuotes(minimumSize, Math.round(minimum_tick_size * PRICE_ONE));
      return new PlayedMarket(id, quotes, this.report.bends);
    });
    this.#marketsById = new Map(this.#markets.map(({ id }, index) => [id, index]));
    this.#desk = new TapeDesk(exchange, house);
    this.#houseAccounts = new Set(this.#desk.accounts);
    this.#reader = reader;
    this.#groups = new TapeGroups(reader);
    this.#next = this.#groups.next();
    this.#syncedMs = facts.firstMs;
    this.#unobserve = exchange.observe({ after: (entry, after) => this.#observe(entry, after) });
  }

  get messages(): number {
    return this.#messages;
  }

  /** Certificate of the replay; null until the whole tape is played. */
  get certificate(): ReplayCertificate | null {
    return this.#certificate;
  }

  nextMs(): number | null {
    return this.#isClosed ? null : (this.#next?.timeMs ?? null);
  }

  async run(untilMs: number): Promise<void> {
    const { time, timers } = this.#options;
    for (let played = 1; !this.#isClosed; played++) {
      const group = this.#next;
      // Nothing on the tape changes anything.
      if (group === null) return this.#finish();
      if (group.timeMs > untilMs) return;
      const acts = this.#acts(group);
      // Commands are journaled at the time of the message: wait until venue time is there.
      if (acts && group.timeMs > time.nowMs) return;
      if (acts) await this.#alone(() => this.#play(group));
      else this.#fold(group);
      this.#groupsPlayed++;
      this.#messages = this.#groups.messages;
      this.#next = this.#groups.next();
      if (this.#next === null) return this.#finish();
      if (played % GROUPS_PER_TURN === 0) await turn(timers);
    }
  }

  /** Resolves when the books show everything played so far. */
  async synced(): Promise<void> {
    if (this.#isClosed) return;
    await this.#alone(() => this.#sync(this.#markets));
  }

  /** Stops the replay where it is. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unobserve();
    this.#reader.close();
  }

  /** True if a group may lead to commands, which need the venue's time to be the time of the group. */
  #acts({ timeMs, market, effects }: TapeGroup): boolean {
    const { stepMs } = this.plan;
    if (timeMs >= this.#syncedMs + stepMs) return true;
    const queues = this.#markets[market]?.queues;
    return effects.some((effect) => {
      if (effect.kind === 'tick' || effect.kind === 'resolved') return true;
      if (queues === undefined || queues.isEmpty) return false;
      const side = effect.kind === 'trade' ? effect.side : opposite(effect.side);
      return queues.hasAtOrBefore(side, effect.price);
    });
  }

  /** Applies a group without commands. */
  #fold({ market, effects }: TapeGroup): void {
    const played = this.#markets[market];
    if (played === undefined) return;
    played.begin(effects);
    for (const effect of effects) played.take(effect);
  }

  async #play({ timeMs, market, effects }: TapeGroup): Promise<void> {
    const played = this.#markets[market];
    if (played === undefined) return;
    const { stepMs } = this.plan;
    played.begin(effects);
    for (const effect of effects) {
      const more = played.take(effect);
      if (effect.kind === 'tick') {
        await this.#desk.submit({ kind: 'UpdateMarket', market: played.id, changes: { tick: effect.tick } });
      } else if (effect.kind === 'resolved') {
        await this.#desk.resolve(played.id, effect.payouts);
      } else if (effect.kind === 'trade') {
        const given = await this.#execute(played, effect.side);
        this.report.bends.given += given;
        const { side, price, size } = effect;
        // Repeat a trade of the tape in the sandbox where no client's order is in its way.
        if (stepMs === 0 && !played.queues.hasAtOrBefore(side, price))
          await this.#desk.trade(played.id, side, price, size);
      } else if (more > 0) {
        const given = await this.#execute(played, opposite(effect.side));
        if (given > 0) played.quotes.taken(effect.side, effect.price, given);
        this.report.bends.given += given;
      }
    }
    if (timeMs < this.#syncedMs + stepMs) return;
    this.#syncedMs = timeMs;
    await this.#sync(stepMs === 0 ? [played] : this.#markets);
  }

  /** Fills clients' orders of a side in the books, as far as the bound allows. Returns the size filled. */
  async #execute({ id, queues }: PlayedMarket, side: BookSide): Promise<number> {
    let given = 0;
    for (const order of [...queues.ordersOf(side)]) {
      const due = order.due(this.plan.queue);
      if (due === 0) continue;
      const before = order.executed;
      // Tape orders in the way are placed again afterwards.
      await this.#desk.fill(id, side, order.price, due);
      given += order.executed - before;
    }
    return given;
  }

  async #sync(markets: readonly PlayedMarket[]): Promise<void> {
    await this.#desk.sync(markets.filter(({ isResolved }) => !isResolved));
  }

  #observe({ timeMs, events }: ChainedEntry, state: Readonly<State>): void {
    let taker: { readonly account: AccountId; readonly order: OrderNumber } | null = null;
    const isOfResult = events.some((event) => this.#isOfResult(event));
    for (const event of events) {
      switch (event.kind) {
        case 'OrderAccepted': {
          taker = event;
          if (this.#houseAccounts.has(event.account)) break;
          this.#ordinals.set(event.order, this.#ordinals.size + 1);
          const { account, market, outcome, side, type, price, size, expiration } = event;
          this.report.request(timeMs, ['order', account, market, outcome, side, type, price, size, expiration]);
          break;
        }
        case 'OrderRested': {
          const order = state.openOrders.get(event.order);
          if (order === undefined) break;
          const index = this.#indexOf(order.market);
          const market = this.#markets[index];
          if (market === undefined) break;
          const { bookSide, bookPrice, remaining } = order;
          if (order.account === this.#desk.accounts[0]) {
            market.quotes.rested(order);
            break;
          }
          const ahead = market.quotes.available(bookSide, bookPrice);
          const queued = new QueuedOrder(bookSide, bookPrice, remaining, ahead);
          const ordinal = this.#ordinals.get(order.number) ?? 0;
          const tracked = { ordinal, id: order.orderId, market: index, queued, aheadAtFirst: ahead };
          market.queues.add(queued);
          this.#resting.set(order.number, tracked);
          this.report.tracked.push(tracked);
          break;
        }
        case 'TradeExecuted':
          this.#traded(timeMs, event, taker);
          break;
        case 'OrderCanceled': {
          if (this.#resize(event.order, 0)) break;
          const tracked = this.#resting.get(event.order);
          if (tracked === undefined) break;
          this.#resting.delete(event.order);
          this.#markets[tracked.market]?.queues.remove(tracked.queued);
          if (event.reason !== 'market_resolved')
            this.report.request(timeMs, ['cancel', tracked.ordinal, event.reason]);
          break;
        }
        case 'OrderCompleted':
          break;
        default:
          if (!isOfResult) this.report.request(timeMs, [event.kind]);
      }
    }
  }

  /** True if the event follows from a result on the tape, not from a request. */
  #isOfResult(event: Event): boolean {
    if (!OF_RESULT.has(event.kind) || !('market' in event)) return false;
    return this.#markets[this.#indexOf(event.market)]?.isResolved === true;
  }

  /** Index of a market on the tape; -1 if the tape does not have it. */
  #indexOf(id: MarketId): number {
    return this.#marketsById.get(id) ?? -1;
  }

  #traded(timeMs: number, { market: id, fee, legs, outcome, side }: TradeExecuted, taker: Taker | null): void {
    const index = this.#indexOf(id);
    const market = this.#markets[index];
    if (market === undefined || taker === null) return;
    const takerSide = bookSideOf(side, outcome);
    const isClients = !this.#houseAccounts.has(taker.account);
    if (isClients) this.report.fee(fee);
    for (const leg of legs) {
      const price = leg.outcome === 0 ? leg.price : PRICE_ONE - leg.price;
      if (isClients) {
        this.report.fill(timeMs, this.#ordinals.get(taker.order) ?? 0, takerSide, price, leg.size);
        this.report.certain(index, takerSide, price, leg.size);
      }
      const tracked = this.#resting.get(leg.order);
      if (tracked === undefined) {
        this.#resize(leg.order, leg.remaining);
        if (!isClients) continue;
        market.quotes.taken(opposite(takerSide), price, leg.size);
        this.report.bends.taken += leg.size;
        continue;
      }
      this.report.fill(timeMs, tracked.ordinal, tracked.queued.side, price, leg.size);
      if (isClients) {
        tracked.queued.filledByClients += leg.size;
        this.report.certain(index, tracked.queued.side, price, leg.size);
      } else tracked.queued.execute(leg.size, this.plan.queue);
      if (leg.remaining > 0) continue;
      this.#resting.delete(leg.order);
      // Under the other bound the order may still wait.
      if (tracked.queued.left('pessimistic') === 0) market.queues.remove(tracked.queued);
    }
  }

  #resize(order: OrderNumber, remaining: number): boolean {
    return this.#markets.some(({ quotes }) => quotes.resized(order, remaining));
  }

  get #uncrossedTrades(): number {
    return this.#markets.reduce((sum, { uncrossedTrades }) => sum + uncrossedTrades, 0);
  }

  async #finish(): Promise<void> {
    await this.synced();
    const { exchange, seed, latency } = this.#options;
    const { messages, gaps, unknown, books } = this.#groups;
    // Messages after the last group may change nothing, but count.
    this.#messages = messages;
    this.#certificate = certificateOf({
      plan: this.plan,
      facts: this.facts,
      played: { messages, gaps, unknown, groups: this.#groupsPlayed, uncrossed: this.#uncrossedTrades },
      books,
      report: this.report,
      latency,
      seed,
      head: exchange.head,
      stateHash: hashState(exchange.state),
    });
    this.close();
  }
}

type Taker = { readonly account: AccountId; readonly order: OrderNumber };

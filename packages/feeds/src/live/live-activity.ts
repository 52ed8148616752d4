/** The topic `activity` of one connection: its filters for trades, and whether it keeps up. */
import { LIVE_TOPICS, type LiveSubscription, type ResyncReason } from '@bellwether/contract';
import type { ActivityFeed, ActivityReader, TradeFill, TradeFrame } from '../activity-feed.ts';
import type { LiveOutlet, LiveProblem } from './live-outlet.ts';
import { filterOf, isProblem, type LiveFilter, sequenceOf, wrongFilters } from './live-requests.ts';
import { type TopicConnection, TypeBits } from './live-topic.ts';

const TOPIC = 'activity';
const TYPES = new TypeBits(LIVE_TOPICS[TOPIC]);

/** Checks that an event or a market with a slug exists. */
export interface Slugs {
  hasEvent(slug: string): boolean;
  hasMarket(slug: string): boolean;
}

export interface LiveActivityOptions {
  readonly outlet: LiveOutlet;
  readonly feed: ActivityFeed;
  readonly slugs: Slugs;
  /** True if the client's address may read everyone's trades. */
  readonly mayReadLedger: boolean;
}

export class LiveActivity implements TopicConnection, ActivityReader {
  readonly #options: LiveActivityOptions;
  /** Types wanted, by filter; `*` stands for every market. */
  readonly #wanted = new Map<string, number>();
  #missed: ResyncReason | null = null;

  constructor(options: LiveActivityOptions) {
    this.#options = options;
  }

  get isSubscribed(): boolean {
    return this.#wanted.size > 0;
  }

  subscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null {
    const { outlet, feed, mayReadLedger } = this.#options;
    if (!mayReadLedger)
      return {
        code: 'ip_not_allowlisted',
        message: "activity: this address or page may not read everyone's trades here",
      };
    const filter = this.#filterOf(subscription);
    if (isProblem(filter)) return filter;
    const since = sequenceOf(subscription);
    if (isProblem(since)) return since;
    const { key } = filter;
    const { tradeFiltersMax } = outlet.limits;
    if (!this.#wanted.has(key) && this.#wanted.size >= tradeFiltersMax)
      return {
        code: 'too_many_subscriptions',
        message: `activity: at most ${tradeFiltersMax} filters on a connection`,
      };
    this.#wanted.set(key, (this.#wanted.get(key) ?? 0) | TYPES.of(types));
    feed.join(this);
    if (since !== null) this.#resume(since);
    return null;
  }

  unsubscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null {
    const filter = this.#filterOf(subscription, true);
    if (isProblem(filter)) return filter;
    const keys = filter.key === '*' ? [...this.#wanted.keys()] : [filter.key];
    for (const key of keys) {
      const left = (this.#wanted.get(key) ?? 0) & ~TYPES.of(types);
      if (left === 0) this.#wanted.delete(key);
      else this.#wanted.set(key, left);
    }
    if (this.#wanted.size === 0) this.closed();
    return null;
  }

  takeTrade(frame: TradeFrame): void {
    const { outlet } = this.#options;
    for (const fill of frame.fills) {
      const wanted = this.#wantedOf(fill);
      for (const type of LIVE_TOPICS[TOPIC]) {
        if ((wanted & TYPES.bit(type)) === 0 || (type === 'orders_matched' && !fill.isTaker)) continue;
        if (this.#missed !== null || !outlet.hasRoom) {
          outlet.dropped++;
          this.#missed ??= 'slow_reader';
        } else outlet.send(fill.message(type));
      }
    }
  }

  tradesMissed(): void {
    this.#missed ??= 'too_old';
    this.flushed();
  }

  flushed(): void {
    const { outlet, feed } = this.#options;
    if (this.#missed === null || !outlet.hasDrained) return;
    outlet.resync(TOPIC, this.#missed, feed.told);
    this.#missed = null;
  }

  closed(): void {
    this.#wanted.clear();
    this.#missed = null;
    this.#options.feed.leave(this);
  }

  #wantedOf({ eventSlug, marketSlug }: TradeFill): number {
    const of = (key: string): number => this.#wanted.get(key) ?? 0;
    return of('*') | of(`event ${eventSlug}`) | of(`market ${marketSlug}`);
  }

  #resume(since: number): void {
    const frames = this.#options.feed.framesSince(since);
    if (typeof frames === 'string') {
      this.#missed ??= frames;
      return this.flushed();
    }
    for (const frame of frames) {
      this.takeTrade(frame);
      frame.release();
    }
  }

  #filterOf({ filters }: LiveSubscription, isEnding = false): { readonly key: string } | LiveProblem {
    const filter: LiveFilter<'activity'> | LiveProblem | null = filterOf(TOPIC, filters);
    if (filter === null) return { key: '*' };
    if (isProblem(filter)) return filter;
    const { event_slug: event, market_slug: market } = filter;
    if ((event === undefined) === (market === undefined)) return wrongFilters('either event_slug or market_slug');
    const { slugs } = this.#options;
    if (event !== undefined) {
      return isEnding || slugs.hasEvent(event) ? { key: `event ${event}` } : wrongFilters(`there is no event ${event}`);
    }
    const slug = market ?? '';
    return isEnding || slugs.hasMarket(slug) ? { key: `market ${slug}` } : wrongFilters(`there is no market ${slug}`);
  }
}

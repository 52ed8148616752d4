/**
 * A market of a tape during its replay: the tape's size that is left for clients, and the queue positions of their
 * orders.
 */
import { type MarketId, opposite } from '@bellwether/engine';
import { cancellationsOf, tradesFromBest } from './group-order.ts';
import { Queues } from './queue.ts';
import type { ReplayDeviations } from './replay-report.ts';
import type { TapeEffect } from './tape-market.ts';
import type { TapeQuotes } from './tape-quotes.ts';

export class PlayedMarket {
  readonly id: MarketId;
  readonly quotes: TapeQuotes;
  readonly queues = new Queues();
  /** True once the tape has reported the result: no order rests in the market any more. */
  isResolved = false;
  /** Trades on the tape that met nothing in its own book. */
  uncrossedTrades = 0;
  readonly #bends: ReplayDeviations;

  constructor(id: MarketId, quotes: TapeQuotes, bends: ReplayDeviations) {
    this.id = id;
    this.quotes = quotes;
    this.#bends = bends;
  }

  /** Applies the cancellations and trades of a group to the bounds, before its effects are taken one by one. */
  begin(effects: readonly TapeEffect[]): void {
    if (this.queues.isEmpty) return;
    for (const { side, price, size } of cancellationsOf(effects)) this.queues.canceled(side, price, size);
    for (const { side, price, size } of tradesFromBest(effects)) this.queues.trade(side, price, size);
  }

  /** Applies an effect, in the order of the group. Returns how much more size is available to clients. */
  take(effect: TapeEffect): number {
    const { quotes, queues } = this;
    switch (effect.kind) {
      case 'tick':
        quotes.tick = effect.tick;
        return 0;
      case 'resolved':
        this.isResolved = true;
        return 0;
      case 'trade': {
        const { side, price, size } = effect;
        if (!quotes.isCrossed(side, price)) this.uncrossedTrades++;
        const short = Math.min(size, quotes.onTape(side, price)) - quotes.available(side, price);
        if (short > 0) {
          this.#bends.shortTrades++;
          this.#bends.short += short;
        }
        return 0;
      }
      case 'level': {
        const { side, price, from, to } = effect;
        const more = quotes.told(side, price, from, to);
        if (queues.isEmpty) return more;
        queues.level(side, price, quotes.available(side, price));
        if (more > 0) queues.crossed(opposite(side), price, more);
        return more;
      }
    }
  }
}

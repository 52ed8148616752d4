/** A market of a tape as it is played: what of the tape is there for clients, and where their orders are in the queue. */
import { type MarketId, opposite } from '@bellwether/engine';
import { cancellationsOf, tradesFromBest } from './group-order.ts';
import { Queues } from './queue.ts';
import type { Bends } from './replay-report.ts';
import type { TapeEffect } from './tape-market.ts';
import type { TapeQuotes } from './tape-quotes.ts';

export class PlayedMarket {
  readonly id: MarketId;
  readonly quotes: TapeQuotes;
  readonly queues = new Queues();
  /** The tape has told its result: nothing rests in it any more. */
  isResolved = false;
  readonly #bends: Bends;

  constructor(id: MarketId, quotes: TapeQuotes, bends: Bends) {
    this.id = id;
    this.quotes = quotes;
    this.#bends = bends;
  }

  /** Before the effects of a group are taken one by one: what its cancellations and trades mean to the bounds. */
  begin(effects: readonly TapeEffect[]): void {
    if (this.queues.isEmpty) return;
    for (const { side, price, size } of cancellationsOf(effects)) this.queues.canceled(side, price, size);
    for (const { side, price, size } of tradesFromBest(effects)) this.queues.trade(side, price, size);
  }

  /** In the order of the group. Returns how much more is there for clients than before. */
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

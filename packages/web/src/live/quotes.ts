/** Best prices of tokens, folded from market feed messages. Pure except for its own maps. */
import { displayedHalfTicks } from '@bellwether/contract';
import type { MarketMessage } from '@bellwether/sdk';
import { complement, fromMicros, toMicros } from '../format/decimal.ts';

/** Current best prices of a token. A field is null if there is no bid, no ask, or no trade yet. */
export type Quote = { readonly bid: string | null; readonly ask: string | null; readonly last: string | null };

export const NO_QUOTE: Quote = { bid: null, ask: null, last: null };

const MICROS_PER_TICK = 100;
const MICROS_PER_HALF_TICK = 50;

/** Returns the displayed price of an open market by the venue's own rule; null while it is unknown. */
export function displayedPrice({ bid, ask, last }: Quote): string | null {
  const halfTicks = displayedHalfTicks({
    payout: null,
    bid: bid === null ? 0 : ticksOf(bid),
    ask: ask === null ? 0 : ticksOf(ask),
    lastTrade: last === null ? null : ticksOf(last),
    recordedHalfTicks: null,
  });
  return halfTicks === null ? null : fromMicros(BigInt(halfTicks * MICROS_PER_HALF_TICK));
}

/** Converts a price to ticks. Prices are whole ticks, so this is exact. */
const ticksOf = (price: string): number => Number(toMicros(price) ?? 0n) / MICROS_PER_TICK;

export class Quotes {
  readonly #quotes = new Map<string, Quote>();
  /** Known tokens by market. */
  readonly #tokens = new Map<string, Set<string>>();

  get(tokenId: string): Quote | undefined {
    return this.#quotes.get(tokenId);
  }

  forget(tokenId: string): void {
    this.#quotes.delete(tokenId);
  }

  /** Applies a message. Returns the tokens whose quotes changed. */
  fold(message: MarketMessage): readonly string[] {
    switch (message.event_type) {
      case 'book': {
        const { asset_id, bids, asks, last_trade_price } = message;
        this.#know(message.market, asset_id);
        const last = last_trade_price === '' ? null : last_trade_price;
        return this.#set(asset_id, { bid: bids.at(-1)?.price ?? null, ask: asks.at(-1)?.price ?? null, last });
      }
      case 'price_change':
        return message.price_changes.flatMap(({ asset_id, best_bid, best_ask }) =>
          this.#set(asset_id, { bid: bidOf(best_bid), ask: askOf(best_ask) }),
        );
      case 'best_bid_ask':
        return this.#set(message.asset_id, { bid: bidOf(message.best_bid), ask: askOf(message.best_ask) });
      case 'last_trade_price': {
        this.#know(message.market, message.asset_id);
        return [...(this.#tokens.get(message.market) ?? [])].flatMap((tokenId) =>
          this.#set(tokenId, { last: tokenId === message.asset_id ? message.price : complement(message.price) }),
        );
      }
      default:
        return [];
    }
  }

  #know(market: string, tokenId: string): void {
    const tokens = this.#tokens.get(market) ?? new Set();
    tokens.add(tokenId);
    this.#tokens.set(market, tokens);
  }

  #set(tokenId: string, change: Partial<Quote>): readonly string[] {
    const old = this.#quotes.get(tokenId) ?? NO_QUOTE;
    const quote = { ...old, ...change };
    if (quote.bid === old.bid && quote.ask === old.ask && quote.last === old.last) return [];
    this.#quotes.set(tokenId, quote);
    return [tokenId];
  }
}

/** The feed sends 0 for no bid and 1 for no ask. */
const bidOf = (price: string): string | null => (price === '0' ? null : price);
const askOf = (price: string): string | null => (price === '1' ? null : price);

/** Sizes of the levels of public books, to see where one shrank: perhaps an order of the account was there. */
import { formatPrice, parseAmount, parsePrice } from '../amounts.ts';
import type { MarketMessage } from '../feeds/market-subscriber.ts';
import type { Side } from '../typed-data.ts';

/** Name of a level: all orders of one token, side and price. */
export const levelOf = (tokenId: string, side: Side, price: string): string =>
  `${tokenId} ${side} ${formatPrice(parsePrice(price))}`;

export class PublicLevels {
  readonly #tokens = new Map<string, Map<string, bigint>>();

  /** Takes a message; returns the levels that it makes smaller. */
  shrunkBy(message: MarketMessage): string[] {
    if (message.event_type === 'book') {
      const { asset_id, bids, asks } = message;
      const levels = (side: Side, of: typeof bids) =>
        of.map(({ price, size }) => [levelOf(asset_id, side, price), parseAmount(size)] as const);
      this.#tokens.set(asset_id, new Map([...levels('BUY', bids), ...levels('SELL', asks)]));
    }
    if (message.event_type !== 'price_change') return [];
    return message.price_changes.flatMap(({ asset_id, side, price, size }) => {
      const level = levelOf(asset_id, side, price);
      const levels = this.#tokens.get(asset_id);
      const [before, after] = [levels?.get(level) ?? 0n, parseAmount(size)];
      levels?.set(level, after);
      return after < before ? [level] : [];
    });
  }
}

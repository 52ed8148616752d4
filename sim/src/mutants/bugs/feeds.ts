/** Seeded bugs of the live feeds. */
import type { MutantArea } from '../mutant.ts';

const CONNECTION = 'packages/server/src/feed/market-connection.ts';
const STREAM = 'packages/server/src/feed/market-stream.ts';
const FEED = 'packages/server/src/feed/market-feed.ts';
const CHANGES = 'packages/server/src/feed/market-changes.ts';
const MESSAGES = 'packages/server/src/feed/market-messages.ts';
const ORDERS = 'packages/engine/src/apply/apply-orders.ts';
const RECENT = 'packages/server/src/feed/recent.ts';

export const FEEDS: MutantArea = {
  title: 'Live feeds',
  mutants: [
    {
      name: 'frame-skipped-for-slow-readers',
      breaks: 'A frame that is dropped because its reader is slow is never made good.',
      file: CONNECTION,
      piece: "this.#owe(stream, this.#subscribed.get(stream.market.id)?.tokens ?? [], 'slow_reader', false);\n",
      by: '',
    },
    {
      name: 'frames-before-the-owed-book',
      breaks: 'A slow reader gets frames again before the book that makes good what it missed.',
      file: CONNECTION,
      piece: 'if (this.#owed.has(stream.market.id)) {',
      by: 'if (this.#owed.size > 1_000) {',
    },
    {
      name: 'owed-book-never-sent',
      breaks: 'A reader that was slow and has caught up is not given the book that it is owed.',
      file: CONNECTION,
      piece: 'if (!this.#socket.isBehind(this.#limits.marketBufferedBytesMax / 2)) this.#payOwed();',
      by: 'if (this.#socket.isBehind(this.#limits.marketBufferedBytesMax / 2)) this.#payOwed();',
    },
    {
      name: 'cancel-does-not-raise-the-sequence',
      breaks: 'A cancel changes the book and not its sequence, so no frame is sent for it.',
      file: ORDERS,
      piece: 'state.draining.delete(market.id);\n  touchBook(market, stamp);',
      by: 'state.draining.delete(market.id);',
    },
    {
      name: 'resume-leaves-a-gap',
      breaks: 'A client that comes back is not sent the first frame that it missed.',
      file: FEED,
      piece: 'frames.slice(sequence + 1 - oldest.sequence)',
      by: 'frames.slice(sequence + 2 - oldest.sequence)',
    },
    {
      name: 'resume-from-too-far-back',
      breaks: 'A client that comes back when its first missed frame is no longer kept gets the rest as if it were all.',
      file: FEED,
      piece: 'oldest.sequence > sequence + 1) return',
      by: 'oldest.sequence > sequence + 1_000) return',
    },
    {
      name: 'kept-frames-out-of-order',
      breaks: 'Of the frames that are kept for those who come back the newest is forgotten instead of the oldest.',
      file: RECENT,
      piece: '-(log.items.shift()?.size ?? 0)',
      by: '-(log.items.pop()?.size ?? 0)',
    },
    {
      name: 'emptied-level-not-told',
      breaks: 'A price level that a trade empties is not taken out of the book that clients keep.',
      file: CHANGES,
      piece: 'for (const leg of event.legs) addLevel(before.order(leg.order));',
      by: 'for (const leg of event.legs) if (leg.remaining > 0) addLevel(before.order(leg.order));',
    },
    {
      name: 'rest-after-a-trade-not-told',
      breaks: 'What rests of an order that was filled in part is not told.',
      file: CHANGES,
      piece: 'if (order !== undefined) addLevel(order);',
      by: 'if (order !== undefined && order.remaining === order.size) addLevel(order);',
    },
    {
      name: 'frames-of-another-market',
      breaks: "A market's frames are sent to the readers of all markets that are followed.",
      file: FEED,
      piece: 'for (const reader of stream.readers) reader.takeFrame(stream, frame);',
      by: 'for (const other of this.#streams.values()) for (const reader of other.readers) reader.takeFrame(stream, frame);',
    },
    {
      name: 'mirrored-price-not-mirrored',
      breaks: 'Changes for the second outcome are told at the price of the first.',
      file: MESSAGES,
      piece: 'priceText(outcome === 0 ? price : complement(price));',
      by: 'priceText(price);',
    },
    {
      name: 'book-from-before-the-entry',
      breaks: 'The book that a new subscriber is sent is the one that was written last, not the present one.',
      file: STREAM,
      piece: 'this.sequence = market.bookVersion;\n    this.#books = null;',
      by: 'this.sequence = market.bookVersion;',
    },
    {
      name: 'half-the-level-told',
      breaks: 'Of several changed levels of one side only the first is told with its size.',
      file: MESSAGES,
      piece: 'side === BID ? Math.min(...prices) : Math.max(...prices)',
      by: 'side === BID ? Math.max(...prices) : Math.min(...prices)',
    },
  ],
};

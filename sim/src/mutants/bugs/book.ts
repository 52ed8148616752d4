/** Seeded bugs of the book and of the lists of resting orders: price-time order, levels, caches. */
import type { MutantArea } from '../mutant.ts';

const SIDE = 'packages/engine/src/book/ladder-side.ts';
const KEYS = 'packages/engine/src/orders/key-orders.ts';
const ACCOUNT = 'packages/engine/src/orders/account-orders.ts';

export const BOOK: MutantArea = {
  title: 'Book and resting orders',
  mutants: [
    {
      name: 'newest-order-first',
      breaks: 'At one price the newest order is filled before the oldest.',
      file: SIDE,
      piece: 'return this.#best === null ? null : this.#best.head;',
      by: 'return this.#best === null ? null : this.#best.tail;',
    },
    {
      name: 'level-loses-its-end',
      breaks: 'When the last order of a price leaves, the next one to come cuts off those between it and the first.',
      file: SIDE,
      piece: 'if (next === null) level.tail = previous;',
      by: 'if (next === null) level.tail = level.head;',
    },
    {
      name: 'emptied-chunk-used-again',
      breaks: 'A price that was emptied and comes back is not seen behind better ones.',
      file: SIDE,
      piece: 'recent !== null && recent.mask !== 0) return',
      by: 'recent !== null) return',
    },
    {
      name: 'level-size-not-lowered',
      breaks: 'A partial fill leaves the size that its price level shows as it was.',
      file: SIDE,
      piece: 'lower(this.#levelOf(entry), size);',
      by: 'this.#levelOf(entry);',
    },
    {
      name: 'key-list-keeps-a-dead-end',
      breaks:
        "When an API key's newest order leaves, the next ones are missing from the list that a heartbeat cancels.",
      file: KEYS,
      piece: 'if (next === null) list.newest = previous;\n',
      by: '',
    },
    {
      name: 'account-list-cut-off',
      breaks: "When an account's oldest order leaves, cancelling all of them finds none.",
      file: ACCOUNT,
      piece: 'if (previous === null) this.#oldest = next;',
      by: 'if (previous === null) this.#oldest = null;',
    },
    {
      name: 'account-list-forgets-its-newest',
      breaks: "When an account's newest order leaves, those placed after it are missing where all are cancelled.",
      file: ACCOUNT,
      piece: 'if (next === null) this.#newest = previous;',
      by: 'if (next === null) order.accountNext = null;',
    },
  ],
};

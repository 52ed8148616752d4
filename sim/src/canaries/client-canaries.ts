/** Canaries in client-visible parts: feeds, rows and the order desk. */
import { type Canary, changed } from './canary.ts';

export const CLIENT_CANARIES: readonly Canary[] = [
  {
    name: 'price-change-dropped',
    breaks: 'The market feed leaves out changes of asks.',
    seed: 18,
    change: changed(
      () => import('@bellwether/server/feed/market-messages.ts'),
      'priceChangeMessage',
      (priceChangeMessage) => (market, books, change) =>
        priceChangeMessage(market, books, { ...change, levels: [change.levels[0], new Set()] }),
    ),
  },
  {
    name: 'projector-skips-an-entry',
    breaks: 'The rows of orders leave out an entry.',
    seed: 18,
    change: changed(
      async () => (await import('@bellwether/server/projections/orders/orders.ts')).ordersProjection,
      'open',
      (open) =>
        (...given) => {
          const writer = open(...given);
          return {
            write: (entries, context) => writer.write(entries.length > 1 ? entries.slice(0, -1) : entries, context),
          };
        },
    ),
  },
  {
    name: 'read-does-not-wait',
    breaks: 'A read shows rows from before the last acknowledgement.',
    seed: 18,
    change: changed(
      async () => (await import('@bellwether/server/threads/readers/read-barrier.ts')).ReadBarrier.prototype,
      'wait',
      () => async () => undefined,
    ),
  },
  {
    name: 'owner-not-checked',
    breaks: 'The desk places an order that names the API key of another account.',
    seed: 13,
    change: changed(
      () => import('@bellwether/server/wire/orders/order-draft.ts'),
      'readOrder',
      (readOrder) =>
        (placement, placer, ...rest) =>
          readOrder({ ...placement, owner: placer.apiKey }, placer, ...rest),
    ),
  },
];

/** Seeded bugs of the projector and of reads by SQL. */
import type { MutantArea } from '../mutant.ts';

const RUNNER = 'packages/server/src/projections/runner.ts';
const PROJECTOR = 'packages/server/src/threads/projector/projector.ts';
const BARRIER = 'packages/server/src/threads/readers/read-barrier.ts';
const PRICES = 'packages/server/src/prices/observed-prices.ts';
const HISTORY = 'packages/server/src/projections/prices/price-history.ts';
const ORDERS = 'packages/server/src/projections/orders/orders.ts';
const LEDGER = 'packages/server/src/projections/ledger/ledger.ts';
const PORTFOLIO = 'packages/server/src/projections/portfolio/portfolio.ts';

export const PROJECTOR_BUGS: MutantArea = {
  title: 'Projector and rows',
  mutants: [
    {
      name: 'cursor-one-batch-behind',
      breaks: 'The cursor that is saved with the rows is that of the batch before, so a restart writes them again.',
      file: RUNNER,
      piece: 'saveCursors.run(cursor.sequence, cursor.hash, ...named);',
      by: 'saveCursors.run(running[0]!.cursor.sequence, running[0]!.cursor.hash, ...named);',
    },
    {
      name: 'cursor-ahead-of-its-rows',
      breaks: 'The cursor is saved before the rows, in a transaction of its own.',
      file: RUNNER,
      piece: 'store.transaction(() => {\n        for (const one of behind) {\n          const missing',
      by: 'for (const one of behind) saveCursor.run(cursor.sequence, cursor.hash, one.projection.name);\n      store.transaction(() => {\n        for (const one of behind) {\n          const missing',
    },
    {
      name: 'known-rows-written-again',
      breaks: 'Entries whose rows are there already are written again with those that follow.',
      file: RUNNER,
      piece: 'return known === 0 ? entries : entries.slice(known);',
      by: 'return entries;',
    },
    {
      name: 'projector-skips-a-record',
      breaks: 'Of several records that are written together the last is left out of the rows.',
      file: PROJECTOR,
      piece: 'this.#runner.write(entries, first.previousHash, {',
      by: 'const rows = entries.length > 3 ? entries.slice(0, -1) : entries;\n    this.#runner.write(rows, first.previousHash, {',
    },
    {
      name: 'rows-told-before-written',
      breaks: 'Rows are said to show an entry before they do.',
      file: PROJECTOR,
      piece: 'this.#onProjected(this.projected);',
      by: 'this.#onProjected(this.#published);',
    },
    {
      name: 'hurry-not-heard',
      breaks: 'A read that waits for rows does not make the projector write them, and waits in vain.',
      file: PROJECTOR,
      piece: 'while (this.#published <= this.#position() && !signal.aborted) await this.#woken();',
      by: 'while (this.#published <= this.#position() + 1 && !signal.aborted) await this.#woken();',
    },
    {
      name: 'read-does-not-wait',
      breaks: 'A read shows rows from before what its client was told.',
      file: BARRIER,
      piece: 'if (this.#projected >= this.#acknowledged) return;',
      by: 'if (this.#projected >= 0) return;',
    },
    {
      name: 'price-of-the-batch',
      breaks: 'The displayed price is noted once for a batch of entries and not after each of them.',
      file: PRICES,
      piece: 'this.#prices.set(sequence, prices);',
      by: 'this.#prices.clear();\n    this.#prices.set(sequence, prices);',
    },
    {
      name: 'price-before-the-entry',
      breaks: 'The displayed price that is noted is the one before the entry.',
      file: PRICES,
      piece: 'this.#touched = touchedMarkets(state, entry);',
      by: 'this.#touched = touchedMarkets(state, entry);\n    this.after(entry, state);\n    this.#touched = [];',
    },
    {
      name: 'price-after-a-cancel-stale',
      breaks: 'A cancel that moves the best price leaves the displayed price as it was.',
      file: PRICES,
      piece: "case 'OrderCanceled':\n      return state.openOrders.get(event.order)?.market ?? null;",
      by: "case 'OrderCanceled':\n      return null;",
    },
    {
      name: 'minute-price-lost',
      breaks: 'Of a minute that ends within a batch of entries the last price is not written.',
      file: HISTORY,
      piece: 'if (this.#changed.has(market)) this.#upsert.run(market, 0, open.minute, open.price);',
      by: '',
    },
    {
      name: 'filled-order-shown-live',
      breaks: 'A maker that is filled to its end is shown as live.',
      file: ORDERS,
      piece: "leg.remaining === 0 ? 'MATCHED' : 'LIVE'",
      by: "'LIVE'",
    },
    {
      name: 'first-maker-not-in-the-ledger',
      breaks: 'Of a trade with several makers the first one has no row.',
      file: LEDGER,
      piece: 'index >= 0; index -= 1) {',
      by: 'index >= Math.min(1, event.legs.length - 1); index -= 1) {',
    },
    {
      name: 'makers-profit-not-booked',
      breaks: "A maker's side of a trade does not change its position's cost.",
      file: PORTFOLIO,
      piece: 'for (const leg of event.legs) trade(event.market, leg, 0);',
      by: '',
    },
  ],
};

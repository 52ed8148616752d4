/** Seeded bugs of a market's life: closing times, pauses, modes, results. */
import type { MutantArea } from '../mutant.ts';

const RESOLVE = 'packages/engine/src/decide/resolve.ts';
const CATALOG = 'packages/engine/src/apply/apply-catalog.ts';
const MARKET = 'packages/engine/src/market/market.ts';
const TRADABLE = 'packages/engine/src/decide/tradable-market.ts';
const PLACE = 'packages/engine/src/decide/place-order.ts';
const RESTING = 'packages/engine/src/market/resting-orders.ts';
const CLOSE_QUEUE = 'packages/engine/src/market/close-queue.ts';

export const MARKET_LIFE: MutantArea = {
  title: 'Market life',
  mutants: [
    {
      name: 'resolved-again-while-settling',
      breaks: 'A market that is being settled can be resolved a second time, with another result.',
      file: RESOLVE,
      piece: "if (market.status !== 'open') return",
      by: "if (market.status === 'resolved') return",
    },
    {
      name: 'others-not-resolved',
      breaks: 'When one market of a one-winner event has won, the others stay open.',
      file: RESOLVE,
      piece: 'oneWinner !== null && first === PRICE_ONE\n',
      by: 'oneWinner !== null && first === 0\n',
    },
    {
      name: 'void-event-pays-too-little',
      breaks: 'The first outcomes of a one-winner event without a winner pay less than 1 between them.',
      file: RESOLVE,
      piece: 'over-- > 0 ? part + 1 : part',
      by: 'part',
    },
    {
      name: 'last-market-may-lose',
      breaks: 'The last open market of a one-winner event can lose although no other has won.',
      file: RESOLVE,
      piece: 'if (first === 0 && winner === undefined && others.every',
      by: 'if (first === 1 && winner === undefined && others.every',
    },
    {
      name: 'payouts-need-not-add-up',
      breaks: 'A result whose two payouts add up to less than 1 is taken.',
      file: RESOLVE,
      piece: 'first + second !== PRICE_ONE',
      by: 'first + second > PRICE_ONE',
    },
    {
      name: 'order-at-the-close',
      breaks: 'An order that comes at the very millisecond of the closing time is taken.',
      file: MARKET,
      piece: 'closeTimeMs !== null && timeMs >= closeTimeMs;',
      by: 'closeTimeMs !== null && timeMs > closeTimeMs;',
    },
    {
      name: 'old-closing-time-kept',
      breaks: 'A market whose closing time is put off also ends at the old one.',
      file: CATALOG,
      piece:
        'timeMs: number): void {\n  if (market.closeTimeMs !== null) state.closings.remove(market.id, market.closeTimeMs);\n  market.closeTimeMs',
      by: 'timeMs: number): void {\n  market.closeTimeMs',
    },
    {
      name: 'reopened-market-stays-ended',
      breaks: 'A market whose trading has ended does not note that its closing time was put off.',
      file: CATALOG,
      piece: 'market.tradingEnded = false;\n    state.draining',
      by: 'state.draining',
    },
    {
      name: 'closing-times-out-of-order',
      breaks: 'Of several closing times a later one is looked at first.',
      file: CLOSE_QUEUE,
      piece: 'at.closeTimeMs < closeTimeMs ||',
      by: 'at.closeTimeMs > closeTimeMs ||',
    },
    {
      name: 'paused-market-trades',
      breaks: 'A market that accepts no orders accepts them.',
      file: TRADABLE,
      piece: 'market.active && market.acceptingOrders ? null',
      by: 'market.active ? null',
    },
    {
      name: 'post-only-mode-takes-all',
      breaks: 'While the venue is in post-only mode other orders are taken too.',
      file: PLACE,
      piece: "(state.mode === 'post_only' && command.postOnly)",
      by: "state.mode === 'post_only'",
    },
    {
      name: 'tick-change-forgotten',
      breaks: 'A change of tick size is answered as done and has no effect.',
      file: CATALOG,
      piece: 'market.tick = changes.tick ?? market.tick;\n',
      by: '',
    },
    {
      name: 'sells-survive-the-result',
      breaks: 'Orders on the ask side of a market are not cancelled when it ends.',
      file: RESTING,
      piece: 'of [BID, ASK]',
      by: 'of [BID]',
    },
  ],
};

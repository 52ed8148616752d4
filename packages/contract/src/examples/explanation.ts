/** Example of an explained order: 20 shares of the first outcome at 0.55, of which 5 were filled. */
import type { JsonObject } from '../json.ts';
import type { RouteExamples } from './example.ts';
import { SAMPLE, SECONDS } from './sample.ts';

const PLACED = `${SECONDS}123`;
const CANCELLED = `${SECONDS + 60}040`;
const FILLED = `${SECONDS + 300}511`;
const NEEDED = 'What is left of it, 15 shares, needs an offer of Yes at 0.55 or lower: the best offer is 0.57 now.';

export const EXPLANATION: JsonObject = {
  orderID: SAMPLE.orderId,
  status: 'LIVE',
  summary: `It rests. 5 of 20 shares are filled. ${NEEDED}`,
  market: SAMPLE.conditionId,
  question: 'Will it rain in Lisbon on Saturday?',
  asset_id: SAMPLE.yesTokenId,
  outcome: 'Yes',
  side: 'BUY',
  order_type: 'GTC',
  price: '0.55',
  original_size: '20',
  size_matched: '5',
  created_at: PLACED,
  expiration: '0',
  book: { side: 'bid', asset_id: SAMPLE.yesTokenId, price: '0.55' },
  steps: [
    {
      kind: 'checks',
      timestamp: PLACED,
      sequence: 5_090,
      words: 'It passed all checks and was accepted as entry 5090.',
    },
    {
      kind: 'hold',
      timestamp: PLACED,
      sequence: 5_090,
      words: '11 collateral are held for it: 11 of cost at its limit and 0 for the largest fee.',
    },
    {
      kind: 'queue',
      timestamp: PLACED,
      sequence: 5_090,
      words:
        '20 shares came to rest at 0.55, behind 40 shares in 2 orders at its price; 10 shares in 1 order stood at 1 better price.',
    },
    {
      kind: 'fill',
      timestamp: FILLED,
      sequence: 5_120,
      words: 'Another order met it: 5 shares were filled at 0.55 in trade 5120.',
    },
    {
      kind: 'ahead',
      timestamp: FILLED,
      sequence: 5_120,
      words:
        'Of those ahead at its price 30 shares were traded and 10 shares in 1 order were cancelled; nothing is left ahead of it there.',
    },
    {
      kind: 'chance',
      timestamp: CANCELLED,
      sequence: null,
      words:
        'The nearest that the other side came without meeting it was 0.56, 0.01 from its limit; 30 shares in 1 order stood before it at its price then.',
    },
    { kind: 'needed', timestamp: null, sequence: null, words: NEEDED },
  ],
  checks: [
    {
      rule: 'price_off_grid',
      passed: true,
      words: 'The price 0.55 is a multiple of the tick 0.01.',
    },
  ],
  refusals: [],
  held_back: null,
  hold: { of: 'collateral', made: '11', now: '8.25' },
  queue: {
    arrival: {
      timestamp: PLACED,
      ahead: { orders: 2, shares: '40' },
      better: { prices: 1, orders: 1, shares: '10' },
    },
    since: {
      through: 5_133,
      timestamp: FILLED,
      traded: { shares: '30', orders: 1 },
      cancelled: { shares: '10', orders: 1, reasons: { user: 1 } },
    },
    last: { at: 'now', ahead: { orders: 0, shares: '0' }, better: { prices: 0, orders: 0, shares: '0' } },
  },
  fills: {
    listed: [
      {
        trade_id: '5120',
        timestamp: FILLED,
        role: 'MAKER',
        size: '5',
        price: '0.55',
        fee: '0',
        transaction_hash: SAMPLE.transactionHash,
      },
    ],
    all: true,
  },
  chance: {
    nearest: { price: '0.56', distance: '0.01', timestamp: CANCELLED, ahead: { orders: 1, shares: '30' } },
    least_ahead: { orders: 0, shares: '0', timestamp: FILLED },
  },
  needed: { opposite: { at_arrival: '0.58', now: '0.57' }, ahead: { orders: 0, shares: '0' }, words: NEEDED },
  end: null,
  frames: {
    market: [
      {
        event_type: 'price_change',
        sequence: 411,
        timestamp: PLACED,
        hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
        transaction_hash: null,
        custom: false,
      },
    ],
    user: [
      {
        event_type: 'order',
        type: 'PLACEMENT',
        sequence: 5_090,
        timestamp: PLACED,
        status: 'LIVE',
        size_matched: '0',
        transaction_hash: null,
      },
    ],
    all: true,
  },
  looked: {
    sequence: 5_133,
    complete: true,
    bounds: [],
    keeps: 'Every accepted order since the first entry of the journal can be explained.',
  },
};

export const EXPLANATION_EXAMPLES: RouteExamples = {
  'GET /explain/order/:id': {
    parameters: { id: SAMPLE.orderId },
    responses: { 'partly filled, and first at its price now': EXPLANATION },
  },
};

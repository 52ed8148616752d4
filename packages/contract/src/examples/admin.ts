/** Examples of the operator's routes. */
import type { Json, JsonObject } from '../json.ts';
import { EVENT, MARKET_DETAIL, SERIES, TAG } from './catalog.ts';
import type { RouteExample, RouteExamples } from './example.ts';
import { END_DATE, SAMPLE, SECONDS } from './sample.ts';

const money = (amount: string, free: string): RouteExample => ({
  request: { wallet: SAMPLE.alice, amount },
  responses: { 'with what is there now': { wallet: SAMPLE.alice, account: SAMPLE.alice, amount, free, held: '11' } },
});
const ofMarket = (request: Json, responses: RouteExample['responses']): RouteExample => ({
  parameters: { condition_id: SAMPLE.conditionId },
  request,
  responses,
});
const COUNTS: JsonObject = { added: 0, unchanged: 0 };

export const ADMIN_EXAMPLES: RouteExamples = {
  'POST /admin/tags': { request: { label: 'Weather' }, responses: { added: TAG } },
  'POST /admin/series': {
    request: { title: 'Weekend weather', recurrence: 'weekly' },
    responses: { added: SERIES },
  },
  'POST /admin/events': {
    request: {
      title: 'Weather in Lisbon on Saturday',
      endDate: END_DATE,
      tags: [SAMPLE.tagSlug],
      markets: [{ question: 'Will it rain in Lisbon on Saturday?', orderPriceMinTickSize: 0.01 }],
    },
    responses: { 'as it will be read': EVENT },
  },
  'PATCH /admin/events/:id': {
    parameters: { id: Number(SAMPLE.eventId) },
    request: { title: 'Weather in Lisbon on Saturday' },
    responses: { changed: EVENT },
  },
  'PATCH /admin/markets/:condition_id': ofMarket(
    { orderPriceMinTickSize: 0.01 },
    {
      'changed, with three orders that stay': {
        ...MARKET_DETAIL,
        effects: [{ term: 'minimum_tick_size', from: 0.001, to: 0.01, sequence: 52, resting_orders: 3, outside: 1 }],
      },
    },
  ),
  'POST /admin/markets/:condition_id/resolve': ofMarket(
    { winner: 'Yes' },
    {
      'payments are on their way': {
        condition_id: SAMPLE.conditionId,
        status: 'resolving',
        payouts: ['1', '0'],
        also_resolved: [],
      },
    },
  ),
  'POST /admin/events/:id/resolve': {
    parameters: { id: Number(SAMPLE.eventId) },
    request: { winner: SAMPLE.conditionId },
    responses: {
      'payments are on their way': {
        event_id: SAMPLE.eventId,
        slug: SAMPLE.eventSlug,
        markets: [{ condition_id: SAMPLE.conditionId, status: 'resolving', payouts: ['1', '0'] }],
      },
    },
  },
  'POST /admin/deposits': money('100', '10078'),
  'POST /admin/withdrawals': money('50', '10028'),
  'POST /admin/mode': { request: { mode: 'post_only' }, responses: { restricted: { mode: 'post_only' } } },
  'GET /admin/events': {
    parameters: { status: 'unresolved' },
    responses: {
      'one event waits for its result': {
        events: [
          {
            id: SAMPLE.eventId,
            slug: SAMPLE.eventSlug,
            title: 'Will it rain in Lisbon?',
            image: '',
            active: true,
            archived: false,
            negRisk: false,
            endDate: END_DATE,
            markets: 1,
            openMarkets: 0,
            unresolvedMarkets: 1,
            resolvedMarkets: 0,
          },
        ],
        counts: { all: 31, open: 28, unresolved: 1, resolved: 2, hidden: 0 },
      },
    },
  },
  'GET /admin/health': {
    responses: {
      'all is well': {
        time_ms: SECONDS * 1_000,
        clock_difference_seconds: 0,
        uptime_seconds: 86_400,
        version: '0.1.0',
        mode: 'open',
        journal_sequence: 51_204,
        projected_sequence: 51_204,
        read_store: 'ready',
        storage_full: false,
        storage_free_bytes: 42_949_672_960,
        storage_reserve_bytes: 33_554_432,
        pending_commands: 0,
        pending_signatures: 0,
        orders_accepted: 48_113,
        open_orders: 912,
        open_markets: 104,
        markets: 104,
        resolving_markets: 0,
        wallets: 12,
        accounts: 6,
        command_latency: { samples: 512, p50_ms: 1.4, p99_ms: 6.2, max_ms: 11.8 },
        totals: {
          deposits: '1040000',
          withdrawals: '0',
          free: '610220.5',
          held: '401170.25',
          fees: '9.25',
          locked: '28600',
          advanced: '0',
        },
        collateral_conserved: true,
      },
    },
  },
  'POST /admin/import': {
    parameters: { file: 'tags.json' },
    request: [{ id: '3', label: 'Weather', slug: SAMPLE.tagSlug }],
    responses: {
      'one tag was new': {
        tags: { added: 1, unchanged: 0 },
        series: COUNTS,
        events: COUNTS,
        markets: COUNTS,
        notes: ['the file holds no market'],
      },
    },
  },
};

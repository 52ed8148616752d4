/** Examples of the operator's routes. */
import type { Json, JsonObject } from '../json.ts';
import { EVENT, MARKET_DETAIL, SERIES, TAG } from './catalog.ts';
import type { RouteExample, RouteExamples } from './example.ts';
import { END_DATE, SAMPLE } from './sample.ts';

const money = (amount: string, free: string): RouteExample => ({
  request: { wallet: SAMPLE.alice, amount },
  responses: { 'with what is there now': { wallet: SAMPLE.alice, amount, free, held: '11' } },
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
  'PATCH /admin/markets/:condition_id': ofMarket({ orderPriceMinTickSize: 0.01 }, { changed: MARKET_DETAIL }),
  'POST /admin/markets/:condition_id/resolve': ofMarket(
    { winner: 'Yes' },
    { 'payments are on their way': { condition_id: SAMPLE.conditionId, status: 'resolving', payouts: ['1', '0'] } },
  ),
  'POST /admin/deposits': money('100', '10078'),
  'POST /admin/withdrawals': money('50', '10028'),
  'POST /admin/mode': { request: { mode: 'post_only' }, responses: { restricted: { mode: 'post_only' } } },
  'POST /admin/import': {
    parameters: { file: 'tags.json' },
    request: [{ id: '3', label: 'Weather', slug: SAMPLE.tagSlug }],
    responses: {
      'one tag was new': { tags: { added: 1, unchanged: 0 }, series: COUNTS, events: COUNTS, markets: COUNTS },
    },
  },
};

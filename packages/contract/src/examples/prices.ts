/** Examples of books and prices. */
import type { JsonObject } from '../json.ts';
import type { RouteExamples } from './example.ts';
import { SAMPLE, SECONDS } from './sample.ts';

const BOOK: JsonObject = {
  market: SAMPLE.conditionId,
  asset_id: SAMPLE.yesTokenId,
  timestamp: `${SECONDS}000`,
  hash: 'd2c1f0b9a8e7d6c5b4a392817061504f3e2d1c0b',
  bids: [
    { price: '0.54', size: '200' },
    { price: '0.55', size: '120.5' },
  ],
  asks: [
    { price: '0.6', size: '80' },
    { price: '0.57', size: '40' },
  ],
  min_order_size: '5',
  tick_size: '0.01',
  neg_risk: false,
  last_trade_price: '0.56',
  sequence: 1204,
};

const tokenId = SAMPLE.yesTokenId;
const OF_TOKEN = { parameters: { token_id: tokenId } };
const TOKENS = [{ token_id: tokenId }, { token_id: SAMPLE.noTokenId }];
const POINTS = [
  { t: SECONDS - 120, p: 0.55 },
  { t: SECONDS - 60, p: 0.555 },
  { t: SECONDS, p: 0.56 },
];
const TICK = { 'a tick of 0.01': { minimum_tick_size: 0.01 } };
const NEGATIVE_RISK = { 'a market of its own': { neg_risk: false } };
const FEES = { 'no fee': { base_fee: 0 } };

export const PRICE_EXAMPLES: RouteExamples = {
  'GET /book': { ...OF_TOKEN, responses: { 'bids ascend, asks descend': BOOK } },
  'POST /books': { request: [{ token_id: tokenId }], responses: { 'one book': [BOOK] } },
  'GET /price': {
    parameters: { token_id: tokenId, side: 'BUY' },
    responses: { 'best bid': { price: '0.55' } },
  },
  'POST /prices': {
    request: [{ token_id: tokenId, side: 'BUY' }, { token_id: SAMPLE.noTokenId }],
    responses: {
      'one side of the first, both of the second': {
        [tokenId]: { BUY: '0.55' },
        [SAMPLE.noTokenId]: { BUY: '0.43', SELL: '0.45' },
      },
    },
  },
  'GET /midpoint': { ...OF_TOKEN, responses: { midpoint: { mid: '0.56', mid_price: '0.56' } } },
  'POST /midpoints': {
    request: TOKENS,
    responses: { 'by token id': { [tokenId]: '0.56', [SAMPLE.noTokenId]: '0.44' } },
  },
  'GET /spread': { ...OF_TOKEN, responses: { spread: { spread: '0.02' } } },
  'POST /spreads': {
    request: TOKENS,
    responses: { 'by token id': { [tokenId]: '0.02', [SAMPLE.noTokenId]: '0.02' } },
  },
  'GET /last-trade-price': { ...OF_TOKEN, responses: { 'last trade': { price: '0.56', side: 'BUY' } } },
  'POST /last-trades-prices': {
    request: TOKENS,
    responses: {
      'both tokens of a market': [
        { token_id: tokenId, price: '0.56', side: 'BUY' },
        { token_id: SAMPLE.noTokenId, price: '0.44', side: 'SELL' },
      ],
    },
  },
  'GET /tick-size': { ...OF_TOKEN, responses: TICK },
  'GET /tick-size/:token_id': { ...OF_TOKEN, responses: TICK },
  'GET /neg-risk': { ...OF_TOKEN, responses: NEGATIVE_RISK },
  'GET /neg-risk/:token_id': { ...OF_TOKEN, responses: NEGATIVE_RISK },
  'GET /fee-rate': { ...OF_TOKEN, responses: FEES },
  'GET /fee-rate/:token_id': { ...OF_TOKEN, responses: FEES },
  'GET /prices-history': {
    parameters: { market: tokenId, interval: '1h', fidelity: 1 },
    responses: { 'three minutes': { history: POINTS } },
  },
  'POST /batch-prices-history': {
    request: { markets: [tokenId], interval: '1h', fidelity: 1 },
    responses: { 'three minutes of one token': { history: { [tokenId]: POINTS } } },
  },
};

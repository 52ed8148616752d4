/** Examples of the ledger: fills, builder trades, holders, portfolios. */
import type { JsonObject } from '../json.ts';
import type { RouteExamples } from './example.ts';
import { END_DATE, SAMPLE, SECONDS, UPDATED_AT, YES_ASSET } from './sample.ts';

const ALICE: JsonObject = {
  name: '',
  pseudonym: 'Patient-Heron',
  bio: '',
  profileImage: '',
  profileImageOptimized: '',
};
const MARKET: JsonObject = {
  title: 'Will it rain in Lisbon on Saturday?',
  slug: SAMPLE.marketSlug,
  icon: '',
  eventSlug: SAMPLE.eventSlug,
  outcome: 'Yes',
  outcomeIndex: 0,
};
const BOUGHT: JsonObject = {
  proxyWallet: SAMPLE.alice,
  side: 'BUY',
  asset: YES_ASSET,
  conditionId: SAMPLE.conditionId,
  size: 20,
  price: 0.55,
  timestamp: SECONDS,
  usdcSize: 11,
  ...MARKET,
  ...ALICE,
  transactionHash: SAMPLE.transactionHash,
  id: '722108416',
};
const POSITION: JsonObject = {
  proxyWallet: SAMPLE.alice,
  asset: YES_ASSET,
  conditionId: SAMPLE.conditionId,
  avgPrice: 0.55,
  totalBought: 20,
  realizedPnl: 0,
  curPrice: 0.56,
  priceKnown: true,
  ...MARKET,
  oppositeOutcome: 'No',
  oppositeAsset: `${SAMPLE.conditionId}:1`,
  endDate: END_DATE,
  negativeRisk: false,
  feesPaid: 0,
  netPnl: 0.2,
  percentNetPnl: 1.8182,
};
const OF_ALICE = { parameters: { user: SAMPLE.alice } };
const OF_MARKET = { parameters: { market: SAMPLE.conditionId } };
const LEADERS = {
  responses: {
    'the first': [
      {
        rank: '1',
        proxyWallet: SAMPLE.bob,
        userName: 'Bold-Otter',
        vol: 512.4,
        pnl: 48.25,
        feesPaid: 1.75,
        profileImage: '',
        profileImageOptimized: '',
        xUsername: '',
        verifiedBadge: false,
      },
    ],
  },
};

export const LEDGER_EXAMPLES: RouteExamples = {
  'GET /trades': { responses: { 'one fill': [BOUGHT] } },
  'GET /holders': {
    ...OF_MARKET,
    responses: {
      'holders of the first outcome': [
        {
          token: YES_ASSET,
          holders: [
            {
              proxyWallet: SAMPLE.alice,
              ...ALICE,
              asset: YES_ASSET,
              amount: 20,
              displayUsernamePublic: true,
              outcomeIndex: 0,
            },
          ],
        },
        { token: `${SAMPLE.conditionId}:1`, holders: [] },
      ],
    },
  },
  'GET /live-volume': {
    ...OF_MARKET,
    responses: {
      'one market': [{ total: '1240.5', markets: [{ market: SAMPLE.conditionId, value: '1240.5' }] }],
    },
  },
  'GET /builder/trades': {
    responses: {
      'an order with a builder code': [
        {
          id: '5120',
          taker_order_id: SAMPLE.orderId,
          market: SAMPLE.conditionId,
          asset_id: SAMPLE.yesTokenId,
          side: 'BUY',
          size: '20',
          fee_rate_bps: '0',
          price: '0.55',
          status: 'CONFIRMED',
          outcome: 'Yes',
          maker_address: SAMPLE.alice,
          owner: SAMPLE.alice,
          transaction_hash: SAMPLE.transactionHash,
          match_time: UPDATED_AT,
          last_update: UPDATED_AT,
          bucket_index: 0,
          type: 'TAKER',
          maker_orders: [
            {
              order_id: SAMPLE.restingOrderId,
              maker_address: SAMPLE.bob,
              owner: SAMPLE.bob,
              matched_amount: '20',
              fee_rate_bps: '0',
              price: '0.55',
              asset_id: SAMPLE.yesTokenId,
              outcome: 'Yes',
              side: 'SELL',
            },
          ],
          builder: SAMPLE.builder,
          fee: '0',
        },
      ],
    },
  },
  'GET /oi': {
    parameters: { market: SAMPLE.conditionId },
    responses: {
      'of a market': [{ market: SAMPLE.conditionId, value: '820.5' }],
      'of the whole venue, without market': [{ market: 'GLOBAL', value: '104220' }],
    },
  },
  'GET /v1/market-positions': {
    parameters: { market: SAMPLE.conditionId },
    responses: {
      'one position': [
        {
          token: YES_ASSET,
          positions: [
            {
              proxyWallet: SAMPLE.alice,
              name: '',
              pseudonym: 'Quiet-Harbour',
              profileImage: '',
              verified: false,
              asset: YES_ASSET,
              conditionId: SAMPLE.conditionId,
              avgPrice: 0.55,
              size: 20,
              currPrice: 0.56,
              priceKnown: true,
              currentValue: 11.2,
              cashPnl: 0.2,
              totalBought: 20,
              realizedPnl: 0,
              totalPnl: 0.2,
              outcome: 'Yes',
              outcomeIndex: 0,
            },
          ],
        },
      ],
    },
  },
  'GET /positions': {
    ...OF_ALICE,
    responses: {
      'one position': [
        {
          ...POSITION,
          size: 20,
          initialValue: 11,
          currentValue: 11.2,
          cashPnl: 0.2,
          percentPnl: 1.8182,
          percentRealizedPnl: 0,
          redeemable: false,
          mergeable: false,
        },
      ],
    },
  },
  'GET /closed-positions': {
    ...OF_ALICE,
    responses: {
      'sold with a profit': [
        { ...POSITION, realizedPnl: 1.5, netPnl: 1.5, percentNetPnl: 13.6364, timestamp: SECONDS },
      ],
    },
  },
  'GET /value': {
    ...OF_ALICE,
    responses: {
      value: [{ user: SAMPLE.alice, value: 11.2, valueAtCost: 0, netPnl: 1.95, realizedPnl: 2, feesPaid: 0.25 }],
    },
  },
  'GET /traded': { ...OF_ALICE, responses: { 'three markets': { user: SAMPLE.alice, traded: 3 } } },
  'GET /activity': { ...OF_ALICE, responses: { 'a trade': [{ ...BOUGHT, type: 'TRADE', fee: 0, cashChange: -11 }] } },
  'GET /leaderboard': LEADERS,
  'GET /v1/leaderboard': LEADERS,
};

/** Examples of the venue, API keys, orders and the account. */
import type { JsonObject } from '../json.ts';
import type { RouteExample, RouteExamples } from './example.ts';
import { SAMPLE, SECONDS, UPDATED_AT } from './sample.ts';

const DOMAIN: JsonObject = {
  name: 'Bellwether Exchange',
  version: '1',
  chainId: 31_337,
  verifyingContract: '0x7b5f0c1d2e3a4958677685a4b3c2d1e0f9e8d7c6',
};

const CREDENTIALS: JsonObject = {
  apiKey: SAMPLE.apiKey,
  secret: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  passphrase: '4f1d9a70c2b86e35d14a7f0e92c5b3864f1d9a70c2b86e35d14a7f0e92c5b386',
};

/** 20 shares of the first outcome at 0.55. */
const PLACEMENT: JsonObject = {
  order: {
    salt: 918_273_645_546,
    maker: SAMPLE.aliceChecksummed,
    signer: SAMPLE.aliceChecksummed,
    tokenId: SAMPLE.yesTokenId,
    conditionId: SAMPLE.conditionId,
    makerAmount: '11000000',
    takerAmount: '20000000',
    side: 'BUY',
    signatureType: 0,
    expiration: '0',
    timestamp: `${SECONDS}123`,
    metadata: `0x${'0'.repeat(64)}`,
    builder: `0x${'0'.repeat(64)}`,
    signature: `0x${'8f'.repeat(64)}1b`,
  },
  owner: SAMPLE.apiKey,
  orderType: 'GTC',
};

const LIVE: JsonObject = {
  success: true,
  errorMsg: '',
  orderID: SAMPLE.orderId,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
};
const MATCHED: JsonObject = {
  success: true,
  errorMsg: '',
  orderID: SAMPLE.orderId,
  status: 'matched',
  makingAmount: '11',
  takingAmount: '20',
  fee: '0',
  tradeIDs: ['5120'],
  transactionsHashes: [SAMPLE.transactionHash],
};
const REFUSED: JsonObject = {
  success: false,
  errorMsg: 'the market is closed',
  orderID: SAMPLE.restingOrderId,
  status: '',
  makingAmount: '',
  takingAmount: '',
  code: 'market_closed',
};

/** An order of `GET /data/orders`, also shown next to `order` in `GET /data/order/{id}`. */
export const FLAT_ORDER: JsonObject = {
  id: SAMPLE.orderId,
  status: 'LIVE',
  owner: SAMPLE.alice,
  maker_address: SAMPLE.alice,
  market: SAMPLE.conditionId,
  asset_id: SAMPLE.yesTokenId,
  side: 'BUY',
  original_size: '20',
  size_matched: '5',
  price: '0.55',
  outcome: 'Yes',
  expiration: '0',
  order_type: 'GTC',
  held: '8.25',
  associate_trades: ['5120'],
  created_at: SECONDS,
};

const CANCELED = { responses: { 'one is cancelled': { canceled: [SAMPLE.orderId], not_canceled: {} } } };
const MOVED: JsonObject = {
  transactionHash: SAMPLE.transactionHash,
  wallet: SAMPLE.alice,
  amount: '10',
  collateral: '10',
};

const VENUE_EXAMPLES: RouteExamples = {
  'GET /': { responses: { health: 'OK' } },
  'GET /time': { responses: { 'Unix seconds': SECONDS } },
  'GET /venue': {
    responses: {
      'a demo venue': {
        name: 'Bellwether',
        version: '0.1.0',
        chainId: 31_337,
        domain: DOMAIN,
        signInChainIds: [31_337],
        authPrefixes: ['SERVICE_'],
        authMessage:
          'This message attests that I control the given wallet at venue 0x7b5f0c1d2e3a4958677685a4b3c2d1e0f9e8d7c6',
        mode: 'open',
        startingBalance: '10000',
        time: SECONDS,
      },
    },
  },
  'GET /openapi.json': {
    responses: {
      'its beginning': { openapi: '3.1.0', info: { title: 'Bellwether', version: '0.1.0' }, paths: {}, components: {} },
    },
  },
  'GET /docs': { responses: { 'a page': '<!doctype html>' } },
  'GET /docs/:asset': {
    parameters: { asset: 'docs.css' },
    responses: { 'a style sheet': 'body { margin: 0; }' },
  },
  'GET /metrics': { responses: { 'one figure': 'bellwether_open_orders 12\n' } },
};

const KEY_EXAMPLES: RouteExamples = {
  'POST /auth/api-key': { responses: { credentials: CREDENTIALS } },
  'GET /auth/derive-api-key': { responses: { 'the same as when they were made': CREDENTIALS } },
  'GET /auth/api-keys': { responses: { 'one key': { apiKeys: [SAMPLE.apiKey] } } },
  'DELETE /auth/api-key': { responses: { revoked: 'OK' } },
};

const BEAT: RouteExample = {
  request: { heartbeat_id: null },
  responses: { 'send it with the next beat': { heartbeat_id: 'b3b1a6f0-7f0e-4f0c-9a56-0d1f5a2f9c11' } },
};

const ORDER_EXAMPLES: RouteExamples = {
  'POST /order': { request: PLACEMENT, responses: { 'it rests': LIVE, 'it trades at once': MATCHED } },
  'POST /orders': { request: [PLACEMENT], responses: { 'one is taken, one is not': [LIVE, REFUSED] } },
  'DELETE /order': { request: { orderID: SAMPLE.orderId }, ...CANCELED },
  'DELETE /orders': {
    request: [SAMPLE.orderId, SAMPLE.restingOrderId],
    responses: {
      'one is gone already': {
        canceled: [SAMPLE.orderId],
        not_canceled: { [SAMPLE.restingOrderId]: 'Order not found or already canceled' },
        not_canceled_details: { [SAMPLE.restingOrderId]: { rule: 'canceled' } },
      },
    },
  },
  'DELETE /cancel-all': CANCELED,
  'DELETE /cancel-market-orders': { request: { market: SAMPLE.conditionId }, ...CANCELED },
  'GET /data/order/:id': {
    parameters: { id: SAMPLE.orderId },
    responses: {
      'partly filled': {
        ...FLAT_ORDER,
        order: {
          associateTrades: ['5120'],
          id: SAMPLE.orderId,
          status: 'LIVE',
          market: SAMPLE.conditionId,
          originalSize: '20',
          outcome: 'Yes',
          makerAddress: SAMPLE.alice,
          owner: SAMPLE.alice,
          price: '0.55',
          side: 'BUY',
          sizeMatched: '5',
          assetId: SAMPLE.yesTokenId,
          type: 'GTC',
          createdAt: UPDATED_AT,
        },
      },
    },
  },
  'POST /v1/heartbeats': BEAT,
  'POST /heartbeats': BEAT,
};

const ACCOUNT_EXAMPLES: RouteExamples = {
  'GET /account': {
    responses: {
      'one wallet with one position': {
        address: SAMPLE.alice,
        depositWallet: '0x8a3f5b7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6',
        openOrders: 1,
        sequence: 88_124,
        wallets: [
          {
            address: SAMPLE.alice,
            free: '9978',
            held: '11',
            positions: [
              {
                conditionId: SAMPLE.conditionId,
                tokenId: SAMPLE.yesTokenId,
                outcome: 'Yes',
                outcomeIndex: 0,
                free: '20',
                held: '0',
              },
            ],
          },
        ],
      },
    },
  },
  'POST /positions/split': {
    request: { conditionId: SAMPLE.conditionId, amount: '10' },
    responses: { 'ten pairs for 10': MOVED },
  },
  'POST /positions/merge': {
    request: { conditionId: SAMPLE.conditionId, amount: '10' },
    responses: { '10 for ten pairs': MOVED },
  },
  'POST /positions/convert': {
    request: { conditionIds: [SAMPLE.conditionId, SAMPLE.otherConditionId], amount: '10' },
    responses: { 'NO on two questions': MOVED },
  },
};

export const TRADING_EXAMPLES: RouteExamples = {
  ...VENUE_EXAMPLES,
  ...KEY_EXAMPLES,
  ...ORDER_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
};

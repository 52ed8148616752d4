/** Realistic bodies of errors: the catalogue's texts with example values. */
import { catalogErrorType, ERRORS, type ErrorCode, type ErrorShape, errorText } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { DetailsOf, ExplainedCode } from '../schemas/refusal.ts';

/** Example values by placeholder, or more specifically by error code and placeholder. */
const SAMPLES: Readonly<Record<string, string>> = {
  detail: 'limit must be in 1..100',
  id: 'a81f03c2d4e5',
  maximum: '500',
  minimum: '5',
  name: 'colour',
  count: '16',
  method: 'PATCH',
  path: '/nowhere',
  allowed: 'GET, HEAD, OPTIONS',
  price: '0.333',
  tick: '0.01',
  size: '2',
  field: 'makerAmount',
  amount: '5200000',
  balance: '1500000',
  free: '1.5',
  needed: '5.2',
  missing: '3.7',
  best: '0.35',
  making: '8',
  taking: '20',
  makerAmount: '10',
  signatureType: '1',
  fitting: '0',
  whose: 'the signer’s own address',
  maker: '0x1563915e194d8cfba1943570603f7606a3115508',
  signer: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  owner: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  wallets: '0x1563915e194d8cfba1943570603f7606a3115508, 0xd93b25cb943d14d0d34fbaf01fc93a0f8b5f6e47',
  orderType: 'GTD',
  expiration: '1800000030',
  terms: 'chain 31337 (Bellwether Exchange 1 at 0x00000000000000000000000000000000000b0b0b)',
  'expiration_invalid.allowed': '1800000060 or later',
  'amount_out_of_range.amount': '0',
  'amount_out_of_range.minimum': '0.000001',
  'amount_out_of_range.maximum': '1000000000',
  'maker_not_allowed.maker': '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  'condition_mismatch.expected': '0x28541e7a4182d4fe0f0632b36dd9f1d2a30d74aee2e65f4c4de10eab7bd4a3f1',
  'fok_not_filled.price': '0.45',
  'too_many_matches.maximum': '5000',
  orderId: `0x${'5d'.repeat(32)}`,
  digest: `0x${'5d'.repeat(32)}`,
  recovered: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  expected: '0x1563915e194d8cfba1943570603f7606a3115508',
  type: 'Event',
  'parent_entity_not_found.id': '41',
  nonce: '4',
  wallet: '0xd93b25cb943d14d0d34fbaf01fc93a0f8b5f6e47',
  market: '0x28541e7a4182d4fe0f0632b36dd9f1d2a30d74aee2e65f4c4de10eab7bd4a3f1',
  'relay_nonce_invalid.expected': '3',
  'relay_refused.detail': 'call 2: value must be 0: there is no native coin here',
  'too_many_comments.maximum': '20',
  'invalid_filters.detail': 'endTs must be later than startTs',
  'malformed_json.detail': 'the body is not valid JSON',
  'unauthenticated.detail': 'missing header SERVICE_TIMESTAMP',
  'invalid_payload.detail': '[0].token_id must be string',
  'invalid_order_payload.detail': 'order.salt is required',
  'conversion_invalid.detail': 'the markets are not all of one event',
  'catalog_conflict.detail': 'slug "weather" is taken',
  'body_too_large.maximum': '262144',
  'too_many_orders.maximum': '15',
  'too_many_cancels.maximum': '1000',
  'price_out_of_range.price': '1.2',
  'price_out_of_range.minimum': '0.01',
  'price_out_of_range.maximum': '0.99',
};

const WALLET = '0x1563915e194d8cfba1943570603f7606a3115508';
const OTHER = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a';
const CONDITION = `0x${'c0'.repeat(32)}`;
const TOKEN = '71321045679252212594626385532706912750332728571942532289631379312455583992563';
const ZERO = `0x${'0'.repeat(64)}`;
const DOMAIN = {
  name: 'Bellwether Exchange',
  version: '1',
  chainId: 31_337,
  verifyingContract: '0x00000000000000000000000000000000000b0b0b',
} as const;
const clock = (aheadSeconds: number) => ({
  name: 'venue' as const,
  serverTime: 1_800_000_000,
  timestamp: 1_800_000_000 + aheadSeconds,
  aheadSeconds,
  behindMax: 60,
  aheadMax: 5,
});

/** Realistic `details` of errors with many figures. */
const DETAILS_EXAMPLES: { readonly [Rule in ExplainedCode]?: DetailsOf<Rule> } = {
  insufficient_balance: {
    rule: 'insufficient_balance',
    wallets: [WALLET],
    owned: '13900000',
    reserved: '12400000',
    free: '1500000',
    needed: '5200000',
    missing: '3700000',
    reservedBy: {
      count: 1,
      orders: [{ orderID: `0x${'5d'.repeat(32)}`, tokenId: TOKEN, reserved: '12400000' }],
      others: { count: 0, reserved: '0' },
    },
    cost: '5000000',
    fee: '200000',
  },
  price_off_grid: { rule: 'price_off_grid', price: '0.333', tick: '0.01', minimum: '0.01', maximum: '0.99' },
  size_below_minimum: { rule: 'size_below_minimum', size: '2000000', minimum: '5000000' },
  fok_not_filled: {
    rule: 'fok_not_filled',
    price: '0.45',
    makerAmount: '10000000',
    making: '8000000',
    taking: '20000000',
    ownOrders: 0,
  },
  market_closed: { rule: 'market_closed', conditionId: CONDITION, status: 'resolved', since: 1_799_990_000 },
  invalid_signature: {
    rule: 'invalid_signature',
    digest: `0x${'5d'.repeat(32)}`,
    primaryType: 'Order',
    domain: DOMAIN,
    message: {
      salt: '479249096354',
      maker: WALLET,
      signer: WALLET,
      tokenId: TOKEN,
      makerAmount: '5000000',
      takerAmount: '10000000',
      side: 0,
      signatureType: 0,
      timestamp: '1800000000000',
      metadata: ZERO,
      builder: ZERO,
    },
    expected: WALLET,
    recovered: OTHER,
    signedFor: {
      domain: {
        name: 'Polymarket CTF Exchange',
        version: '2',
        chainId: 137,
        verifyingContract: '0xe111180000d2663c0091e4f400237545b87b996b',
      },
      meaning: 'standard markets of chain 137, where the public clients’ contracts are',
    },
  },
  unauthenticated: {
    rule: 'unauthenticated',
    scheme: 'L2',
    problem: 'headers',
    header: 'SERVICE_TIMESTAMP',
    clock: { ...clock(0), timestamp: null, aheadSeconds: null },
  },
  invalid_api_key: {
    rule: 'invalid_api_key',
    problem: 'not_proven',
    signed: {
      text: '1799999998POST/order',
      bodyBytes: 2,
      bodySha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    },
    clock: clock(-2),
  },
};

/** The id that the next heartbeat of an armed key has to send. */
const EXPECTED_BEAT = 'b3b1a6f0-7f0e-4f0c-9a56-0d1f5a2f9c11';

/** Statuses of transient errors, which come with `Retry-After`. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

export function errorExample(code: ErrorCode, shape: ErrorShape): JsonObject {
  const { status, text } = ERRORS[code];
  const values = Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      SAMPLES[`${code}.${name}`] ?? SAMPLES[name] ?? name,
    ]),
  );
  const error = errorText(code, values);
  if (shape === 'catalog') return { type: catalogErrorType(status), error };
  if (shape === 'ledger') return { error };
  const examples: Readonly<Record<string, JsonObject | undefined>> = DETAILS_EXAMPLES;
  const details = examples[code];
  return {
    error,
    code,
    ...(code === 'invalid_heartbeat_id' && { heartbeat_id: EXPECTED_BEAT }),
    ...(details !== undefined && { details }),
  };
}

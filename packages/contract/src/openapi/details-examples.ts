/** Realistic `details` of errors, for errors with many figures. */
import type { DetailsOf, ExplainedCode } from '../schemas/refusal.ts';

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

export const DETAILS_EXAMPLES: { readonly [Rule in ExplainedCode]?: DetailsOf<Rule> } = {
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

/**
 * Figures behind refusals, as schemas. Amounts are integers in millionths as decimal digits, as in orders; prices are
 * decimals for the token that the order names.
 */
import { Type } from 'typebox';
import { count, orNull, text, whole } from './described.ts';

export const RESERVING_ORDERS_LISTED_MAX = 5;

export const CLOSED = { additionalProperties: false } as const;
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]*)$';
export const amount = (description: string) =>
  Type.String({ pattern: AMOUNT_PATTERN, description: `decimal digits, in millionths: ${description}` });
export const price = (description: string) => text(`decimal: ${description}`);
export const seconds = (description: string) => whole(`Unix seconds: ${description}`);

/** The account's amounts of the asset that it lacks. Shown only to that account. */
export const funds = {
  wallets: Type.Array(Type.String(), {
    description: 'addresses whose amounts are added up, that of the request first',
  }),
  owned: amount('reserved and free together'),
  reserved: amount('held by open orders'),
  free: amount('what the order may use'),
  needed: amount('what the order needs to be free'),
  missing: amount('needed less free'),
  reservedBy: Type.Object(
    {
      count: count('open orders that hold what is reserved'),
      orders: Type.Array(
        Type.Object({ orderID: Type.String(), tokenId: Type.String(), reserved: amount('what it holds') }, CLOSED),
        {
          maxItems: RESERVING_ORDERS_LISTED_MAX,
          description: 'the largest, the larger first; of an account with many open orders those among its latest 500',
        },
      ),
      others: Type.Object({ count: count('orders not listed'), reserved: amount('what they hold') }, CLOSED),
    },
    CLOSED,
  ),
};
export const priceFigures = {
  price: price('what the amounts say, cut off after 12 decimals'),
  tick: price('prices are multiples of it'),
  minimum: price('lowest price'),
  maximum: price('highest price'),
};
export const marketFigures = {
  conditionId: text('the market'),
  status: Type.Enum(['open', 'resolving', 'resolved']),
  since: orNull(seconds('since when it takes no orders; null: since before the venue had it')),
};
export const mode = { mode: Type.Enum(['post_only', 'cancel_only', 'disabled'], { description: 'mode of the venue' }) };
export const bounded = (what: string) => ({ count: count(`${what} there are`), maximum: count('most there may be') });
export const makingTaking = {
  making: amount('what the order could give now: collateral for BUY, shares for SELL'),
  taking: amount('what it would get for that: shares for BUY, collateral for SELL'),
};
const domain = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    chainId: Type.Integer(),
    verifyingContract: Type.Optional(Type.String()),
  },
  { ...CLOSED, description: 'EIP-712 domain' },
);
const OtherTerms = orNull(
  Type.Object(
    { domain, meaning: text('whose domain that is, in words') },
    { ...CLOSED, description: 'what the signature is good for instead, if it is one of the domains the venue knows' },
  ),
);
const clock = Type.Object(
  {
    name: Type.Enum(['venue', 'sandbox', 'machine'], {
      description: 'whose clock: of a sandbox its own or the machine’s, whichever the timestamp fits better',
    }),
    serverTime: seconds('that clock'),
    timestamp: orNull(seconds('the header; null when it is missing or no such number')),
    aheadSeconds: orNull(whole('timestamp less serverTime: negative for a clock that is behind')),
    behindMax: count('seconds that a timestamp may be behind'),
    aheadMax: count('seconds that it may be ahead'),
  },
  CLOSED,
);

export const signatureFigures = {
  digest: text('what had to be signed: the EIP-712 digest of `message` under `domain`'),
  primaryType: Type.Enum(['Order', 'TypedDataSign'], {
    description:
      'the type that is signed: TypedDataSign, with the order as its contents, for contract wallets (type 3)',
  }),
  domain,
  message: Type.Object(
    {
      salt: Type.String(),
      maker: Type.String(),
      signer: Type.String(),
      tokenId: Type.String(),
      makerAmount: Type.String(),
      takerAmount: Type.String(),
      side: whole('0 BUY, 1 SELL'),
      signatureType: Type.Integer(),
      timestamp: Type.String(),
      metadata: Type.String(),
      builder: Type.String(),
    },
    { ...CLOSED, description: 'the order as the venue read it; integers as decimal digits' },
  ),
  expected: text('who had to sign: the account of the API key'),
  recovered: orNull(text('who did; null: the bytes are no signature of this order')),
  signedFor: OtherTerms,
};

export const signInFigures = {
  scheme: Type.Enum(['L1', 'L2', 'builder'], {
    description: 'L1: a wallet’s signature; L2: an API key; builder: a builder key',
  }),
  problem: Type.Enum(['headers', 'address', 'timestamp', 'nonce', 'signature'], {
    description:
      'what failed; headers: one is missing, repeated or misspelt, or of another set; signature: of L1 alone',
  }),
  header: orNull(text('the header that is missing or wrong')),
  clock,
  signature: Type.Optional(
    Type.Object(
      {
        digest: text('what had to be signed: the EIP-712 digest of `message` under `domain`'),
        domain,
        message: Type.Object(
          { address: Type.String(), timestamp: Type.String(), nonce: Type.String(), message: Type.String() },
          { ...CLOSED, description: 'ClobAuth' },
        ),
        expected: text('who had to sign'),
        recovered: orNull(text('who did; null: the bytes are no signature')),
        signedFor: OtherTerms,
      },
      CLOSED,
    ),
  ),
};

export const apiKeyFigures = {
  problem: Type.Enum(['not_proven', 'revoked', 'other_address'], {
    description:
      'not_proven: key, passphrase or signature is wrong, which of them is not told; the others are told to those who have proven that they hold the key',
  }),
  signed: Type.Object(
    {
      text: text('timestamp, method and path, as they are signed in front of the body'),
      bodyBytes: count('length of the body that is signed behind it'),
      bodySha256: text('SHA-256 of that body, in hex'),
    },
    { ...CLOSED, description: 'what the HMAC had to be made of' },
  ),
  clock,
};

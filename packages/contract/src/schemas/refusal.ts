/**
 * The structured part of a refusal: `details`, discriminated by `rule`, which is the error's `code`. Amounts are
 * integers in millionths as decimal digits, as in orders; prices are decimals for the token that the order names. Codes
 * without an entry have no figures.
 */
import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';

export const RESERVING_ORDERS_LISTED_MAX = 5;

const CLOSED = { additionalProperties: false } as const;
const AMOUNT_PATTERN = '^(0|[1-9][0-9]*)$';
const amount = (description: string) =>
  Type.String({ pattern: AMOUNT_PATTERN, description: `decimal digits, in millionths: ${description}` });
const price = (description: string) => Type.String({ description: `decimal: ${description}` });
const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const seconds = (description: string) => Type.Integer({ description: `Unix seconds: ${description}` });

const explained = <Rule extends ErrorCode, Figures extends Record<string, Type.TSchema>>(
  rule: Rule,
  figures: Figures,
  description: string,
) => Type.Object({ rule: Type.Literal(rule), ...figures }, { ...CLOSED, description });

/** The account's amounts of the asset that it lacks. Shown only to that account. */
const funds = {
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
const priceFigures = {
  price: price('what the amounts say, cut off after 12 decimals'),
  tick: price('prices are multiples of it'),
  minimum: price('lowest price'),
  maximum: price('highest price'),
};
const marketFigures = {
  conditionId: text('the market'),
  status: Type.Enum(['open', 'resolving', 'resolved']),
  since: orNull(seconds('since when it takes no orders; null: since before the venue had it')),
};
const mode = { mode: Type.Enum(['post_only', 'cancel_only', 'disabled'], { description: 'mode of the venue' }) };
const bounded = (what: string) => ({ count: count(`${what} there are`), maximum: count('most there may be') });
const makingTaking = {
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
    aheadSeconds: orNull(
      Type.Integer({ description: 'timestamp less serverTime: negative for a clock that is behind' }),
    ),
    behindMax: count('seconds that a timestamp may be behind'),
    aheadMax: count('seconds that it may be ahead'),
  },
  CLOSED,
);

/** Shape of `details` by error code. */
export const REFUSAL_DETAILS = {
  insufficient_balance: explained(
    'insufficient_balance',
    {
      ...funds,
      cost: amount('collateral that the order or the split itself takes'),
      fee: orNull(amount('the largest fee, or the fee of what would match; null: not known before it has matched')),
    },
    'collateral is lacking: needed is cost and fee together',
  ),
  insufficient_position: explained(
    'insufficient_position',
    { conditionId: text('market of the shares'), tokenId: text('token of which shares are lacking'), ...funds },
    'shares are lacking',
  ),
  price_off_grid: explained('price_off_grid', priceFigures, 'the price is no multiple of the tick'),
  price_out_of_range: explained('price_out_of_range', priceFigures, 'the price is outside minimum..maximum'),
  size_below_minimum: explained(
    'size_below_minimum',
    { size: amount('shares of the order'), minimum: amount('least shares of a resting order') },
    'too few shares',
  ),
  amount_out_of_range: explained(
    'amount_out_of_range',
    {
      field: Type.Enum(['makerAmount', 'takerAmount', 'amount'], { description: 'field of the request' }),
      amount: amount('as sent'),
      minimum: amount('least'),
      maximum: amount('most'),
    },
    'an amount is outside minimum..maximum',
  ),
  post_only_order_type: explained(
    'post_only_order_type',
    { orderType: Type.Enum(['FOK', 'FAK']), allowed: Type.Array(Type.String()) },
    'an order that takes at once cannot be post-only',
  ),
  post_only_would_cross: explained(
    'post_only_would_cross',
    { price: price('of the order'), best: price('best resting price that it meets') },
    'it would have traded at once',
  ),
  fok_not_filled: explained(
    'fok_not_filled',
    {
      price: price('limit of the order'),
      makerAmount: amount('what the order has to give in full'),
      ...makingTaking,
      ownOrders: count('orders of the same account on the way, which are not traded with'),
    },
    'others offer too little up to its limit',
  ),
  fak_no_match: explained(
    'fak_no_match',
    {
      price: price('limit of the order'),
      best: orNull(price('best resting price, of whatever account; null: no one rests on that side')),
      ownOrders: count('orders of the same account within its limit, which are not traded with'),
    },
    'no one else offers anything within its limit',
  ),
  expiration_invalid: explained(
    'expiration_invalid',
    {
      orderType: Type.Enum(['GTC', 'GTD', 'FOK', 'FAK']),
      expiration: seconds('as sent'),
      earliest: orNull(seconds('earliest expiration of a GTD order; null: this type sends 0')),
    },
    'GTD expires too early, or another type expires',
  ),
  too_many_open_orders: explained('too_many_open_orders', bounded('open orders'), 'of the account'),
  too_many_wallets: explained('too_many_wallets', bounded('wallets'), 'of the account'),
  too_many_matches: explained(
    'too_many_matches',
    { maximum: count('resting orders that one order may meet') },
    'the order would meet more orders than one may',
  ),
  too_many_orders: explained('too_many_orders', bounded('orders in the request'), 'in one request'),
  too_many_cancels: explained('too_many_cancels', bounded('ids in the request'), 'in one request'),
  market_not_ready: explained('market_not_ready', marketFigures, 'the operator paused it'),
  market_closed: explained('market_closed', marketFigures, 'it was closed, archived or resolved'),
  trading_ended: explained(
    'trading_ended',
    { conditionId: text('the market'), since: seconds('its closing time') },
    'its closing time has come',
  ),
  market_not_found: explained('market_not_found', { conditionId: text('as sent') }, 'no such market'),
  mode_disabled: explained('mode_disabled', mode, 'of the whole venue'),
  mode_cancel_only: explained('mode_cancel_only', mode, 'of the whole venue'),
  post_only_mode: explained('post_only_mode', mode, 'of the whole venue'),
  unknown_wallet: explained('unknown_wallet', { wallet: text('as sent') }, 'no such wallet'),
  wallet_not_owned: explained(
    'wallet_not_owned',
    { wallet: text('as sent'), wallets: Type.Array(Type.String(), { description: 'those of the account' }) },
    'the wallet is another account’s',
  ),
  maker_not_allowed: explained(
    'maker_not_allowed',
    { maker: text('as sent'), wallets: Type.Array(Type.String(), { description: 'those of the account' }) },
    'the maker is no wallet of the account',
  ),
  wrong_owner: explained(
    'wrong_owner',
    { owner: text('as sent'), expected: text('address of the account; its API key is as good') },
    'the owner is not the account of the API key',
  ),
  wrong_signer: explained(
    'wrong_signer',
    { signer: text('as sent'), expected: text('address of the account') },
    'the signer is not the account of the API key',
  ),
  signature_type_mismatch: explained(
    'signature_type_mismatch',
    {
      signatureType: count('as sent'),
      maker: text('as sent'),
      fitting: Type.Array(count('signature type'), { description: 'types that this maker takes' }),
    },
    'the signature type does not fit the maker',
  ),
  unknown_token: explained('unknown_token', { tokenId: text('as sent') }, 'no such token'),
  condition_mismatch: explained(
    'condition_mismatch',
    { conditionId: text('as sent'), expected: text('market of the token') },
    'the token is of another market',
  ),
  order_version_mismatch: explained(
    'order_version_mismatch',
    { sent: count('version of the order’s fields'), expected: count('version that the venue takes') },
    'the order has the fields of another version',
  ),
  event_not_found: explained('event_not_found', { eventId: text('of the markets named') }, 'no such event'),
  not_neg_risk: explained('not_neg_risk', { conditionId: text('the first market named') }, 'it has no conversions'),
  invalid_signature: explained(
    'invalid_signature',
    {
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
          side: Type.Integer({ description: '0 BUY, 1 SELL' }),
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
    },
    'the order’s signature is not the account’s',
  ),
  unauthenticated: explained(
    'unauthenticated',
    {
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
    },
    'who is asking is not proven',
  ),
  invalid_api_key: explained(
    'invalid_api_key',
    {
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
    },
    'the API key is not proven',
  ),
} as const satisfies { readonly [Rule in ErrorCode]?: Type.TObject };

export type ExplainedCode = keyof typeof REFUSAL_DETAILS;
export type DetailsOf<Rule extends ExplainedCode> = Type.Static<(typeof REFUSAL_DETAILS)[Rule]>;
export type RefusalDetails = { [Rule in ExplainedCode]: DetailsOf<Rule> }[ExplainedCode];

/** True if a figure of `details` is an amount in millionths. */
export function isAmountFigure(rule: ExplainedCode, name: string): boolean {
  const schema: Type.TSchema | undefined = (REFUSAL_DETAILS[rule].properties as Record<string, Type.TSchema>)[name];
  return schema !== undefined && 'pattern' in schema && schema.pattern === AMOUNT_PATTERN;
}

/** Any refusal details: one object, discriminated by `rule`. */
export const RefusalDetails = Type.Unsafe<RefusalDetails>(
  Type.Union(Object.values(REFUSAL_DETAILS), {
    description: 'figures behind the refusal, by rule; shown to the account that asked; additive',
  }),
);

/** Error codes of placing, cancelling and positions whose text is complete without figures. */
export const CODES_WITHOUT_FIGURES = [
  // The text names the field.
  'invalid_order_payload',
  'invalid_payload',
  'bad_request',
  // The text is the reason.
  'conversion_invalid',
  'invalid_order_id',
] as const satisfies readonly ErrorCode[];

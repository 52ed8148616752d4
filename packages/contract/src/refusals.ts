/**
 * Refusals of orders, positions, money and comments. One row states everything about one: status, text, figures, and the
 * exchange's names for it. A refusal of the exchange needs a row of its name, or a row that lists it in `rejects`.
 */
import { Type } from 'typebox';
import { count, orNull, text } from './described.ts';
import {
  amount,
  bounded,
  funds,
  makingTaking,
  marketFigures,
  mode,
  price,
  priceFigures,
  seconds,
  signatureFigures,
} from './figures.ts';
import { RESULT_REFUSALS } from './result-refusals.ts';

export interface ErrorEntry {
  readonly status: number;
  /** Texts that the interface states are never changed. `errorText` fills in `{name}` placeholders. */
  readonly text: string;
  /** The text inside a batch item, if a public client compares the whole text. */
  readonly itemText?: string;
  /** Seconds before a retry, if the exchange refuses and a retry helps. */
  readonly retryAfterSeconds?: number;
  /** Names by which the exchange refuses, if they differ from the code. */
  readonly rejects?: readonly string[];
  /** Figures that make `details`. `about` describes them. */
  readonly figures?: Readonly<Record<string, Type.TSchema>>;
  readonly about?: string;
}

/** Seconds before a retry at a restricted venue. */
const MODE_RETRY_SECONDS = 60;

export const REFUSALS = {
  // Orders, positions and money, with figures
  insufficient_balance: {
    status: 400,
    text: 'not enough balance / allowance: the balance is not enough -> balance: {balance}, order amount: {amount}; in units {free} free of {needed} needed, {missing} missing',
    figures: {
      ...funds,
      cost: amount('collateral that the order or the split itself takes'),
      fee: orNull(amount('the largest fee, or the fee of what would match; null: not known before it has matched')),
    },
    about: 'collateral is lacking: needed is cost and fee together',
  },
  insufficient_position: {
    status: 400,
    text: 'not enough balance / allowance: the balance is not enough -> balance: {balance}, order amount: {amount}; in units {free} free of {needed} needed, {missing} missing',
    figures: {
      conditionId: text('market of the shares'),
      tokenId: text('token of which shares are lacking'),
      ...funds,
    },
    about: 'shares are lacking',
  },
  price_off_grid: {
    status: 400,
    text: 'order {orderId} is invalid. Price ({price}) breaks minimum tick size rule: {tick}',
    figures: priceFigures,
    about: 'the price is no multiple of the tick',
  },
  price_out_of_range: {
    status: 400,
    text: 'order {orderId} is invalid. Price ({price}), min: {minimum} - max: {maximum}',
    figures: priceFigures,
    about: 'the price is outside minimum..maximum',
  },
  size_below_minimum: {
    status: 400,
    text: 'order {orderId} is invalid. Size ({size}) lower than the minimum: {minimum}',
    figures: { size: amount('shares of the order'), minimum: amount('least shares of a resting order') },
    about: 'too few shares',
  },
  amount_out_of_range: {
    status: 400,
    text: 'invalid amounts, {field} {amount} is not in {minimum}..{maximum}',
    figures: {
      field: Type.Enum(['makerAmount', 'takerAmount', 'amount'], { description: 'field of the request' }),
      amount: amount('as sent'),
      minimum: amount('least'),
      maximum: amount('most'),
    },
    about: 'an amount is outside minimum..maximum',
  },
  post_only_order_type: {
    status: 400,
    text: 'invalid post-only order: only GTC and GTD order types are allowed',
    figures: { orderType: Type.Enum(['FOK', 'FAK']), allowed: Type.Array(Type.String()) },
    about: 'an order that takes at once cannot be post-only',
  },
  post_only_would_cross: {
    status: 400,
    text: 'invalid post-only order: order crosses book, its price {price} meets the best price {best}',
    itemText: 'invalid post-only order: order crosses book',
    figures: { price: price('of the order'), best: price('best resting price that it meets') },
    about: 'it would have traded at once',
  },
  fok_not_filled: {
    status: 400,
    text: "order couldn't be fully filled. FOK orders are fully filled or killed. Within its limit {price} it could give {making} of {makerAmount}, for {taking}.",
    itemText: "order couldn't be fully filled. FOK orders are fully filled or killed.",
    figures: {
      price: price('limit of the order'),
      makerAmount: amount('what the order has to give in full'),
      ...makingTaking,
      ownOrders: count('orders of the same account on the way, which are not traded with'),
    },
    about: 'others offer too little up to its limit',
  },
  fak_no_match: {
    status: 400,
    text: 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found. Its limit is {price}, the best price on the other side is {best}.',
    itemText:
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    figures: {
      price: price('limit of the order'),
      best: orNull(price('best resting price, of whatever account; null: no one rests on that side')),
      ownOrders: count('orders of the same account within its limit, which are not traded with'),
    },
    about: 'no one else offers anything within its limit',
  },
  expiration_invalid: {
    status: 400,
    text: 'invalid expiration: {orderType} takes {allowed}, not {expiration}',
    itemText: 'invalid expiration',
    figures: {
      orderType: Type.Enum(['GTC', 'GTD', 'FOK', 'FAK']),
      expiration: seconds('as sent'),
      earliest: orNull(seconds('earliest expiration of a GTD order; null: this type sends 0')),
    },
    about: 'GTD expires too early, or another type expires',
  },
  too_many_open_orders: {
    status: 400,
    text: 'too many open orders, max allowed: {maximum}',
    figures: bounded('open orders'),
    about: 'of the account',
  },
  too_many_wallets: {
    status: 400,
    text: 'too many wallets, max allowed for an account: {maximum}',
    figures: bounded('wallets'),
    about: 'of the account',
  },
  too_many_matches: {
    status: 400,
    text: 'the order would match too many orders at once, send a smaller one: at most {maximum} orders',
    figures: { maximum: count('resting orders that one order may meet') },
    about: 'the order would meet more orders than one may',
  },
  too_many_orders: {
    status: 400,
    text: 'Too many orders in payload: {count}, max allowed: {maximum}',
    figures: bounded('orders in the request'),
    about: 'in one request',
  },
  too_many_cancels: {
    status: 400,
    text: 'Too many orders in payload, max allowed: {maximum}',
    figures: bounded('ids in the request'),
    about: 'in one request',
  },
  market_not_ready: {
    status: 400,
    text: 'the market is not yet ready to process new orders',
    rejects: ['market_not_accepting_orders'],
    figures: marketFigures,
    about: 'the operator paused it',
  },
  market_closed: {
    status: 400,
    text: 'the market is closed',
    figures: marketFigures,
    about: 'it was closed, archived or resolved',
  },
  trading_ended: {
    status: 400,
    text: 'trading in this market has ended',
    figures: { conditionId: text('the market'), since: seconds('its closing time') },
    about: 'its closing time has come',
  },
  trading_not_open: {
    status: 400,
    text: 'trading in this market opens at {opensAt}',
    figures: { conditionId: text('the market'), opens: seconds('its opening time') },
    about: 'its opening time has not come',
  },
  market_not_found: {
    status: 404,
    text: 'market not found',
    rejects: ['unknown_market'],
    figures: { conditionId: text('as sent') },
    about: 'no such market',
  },
  mode_disabled: {
    status: 503,
    text: 'Trading is currently disabled.',
    retryAfterSeconds: MODE_RETRY_SECONDS,
    figures: mode,
    about: 'of the whole venue',
  },
  mode_cancel_only: {
    status: 503,
    text: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
    retryAfterSeconds: MODE_RETRY_SECONDS,
    figures: mode,
    about: 'of the whole venue',
  },
  post_only_mode: {
    status: 503,
    text: 'post-only mode: only post-only orders and cancels are allowed',
    retryAfterSeconds: MODE_RETRY_SECONDS,
    rejects: ['mode_post_only'],
    figures: mode,
    about: 'of the whole venue',
  },
  unknown_wallet: {
    status: 400,
    text: 'unknown wallet: wallet must be one of an account here, which a sign-in or POST /admin/accounts opens',
    figures: { wallet: text('as sent') },
    about: 'no such wallet',
  },
  wallet_not_owned: {
    status: 400,
    text: 'the wallet {wallet} belongs to another account; the wallets of this one are {wallets}',
    rejects: ['wallet_already_bound'],
    figures: { wallet: text('as sent'), wallets: Type.Array(Type.String(), { description: 'those of the account' }) },
    about: 'the wallet is another account’s',
  },
  maker_not_allowed: {
    status: 400,
    text: 'maker address not allowed, please use the deposit wallet flow: {maker} is none of the wallets of this account, {wallets}',
    figures: { maker: text('as sent'), wallets: Type.Array(Type.String(), { description: 'those of the account' }) },
    about: 'the maker is no wallet of the account',
  },
  unknown_key: {
    status: 400,
    text: '{key} is no key of the wallet {wallet}: it was never added, or has been revoked',
    figures: { key: text('address of the key'), wallet: text('wallet that it would sign for') },
    about: 'the wallet has no such key',
  },
  key_ended: {
    status: 400,
    text: 'the key {key} of the wallet {wallet} ended at {since}',
    figures: { key: text('address of the key'), wallet: text('its wallet'), since: seconds('end of the key') },
    about: 'the key is past its end',
  },
  key_scope: {
    status: 400,
    text: 'the key {key} of the wallet {wallet} has the scopes {scopes}: this needs one of {needed}',
    figures: {
      key: text('address of the key'),
      wallet: text('its wallet'),
      scopes: Type.Array(Type.String(), { description: 'those of the key' }),
      needed: Type.Array(Type.String(), { description: 'scopes of which one is enough' }),
    },
    about: 'the key’s scopes do not cover this',
  },
  order_of_other_signer: {
    status: 400,
    text: 'another signer of the wallet {wallet} has placed this very order: sign one with another salt',
    figures: { wallet: text('maker of the order') },
    about: 'the wallet’s owner or another key of it has placed the same order',
  },
  wrong_owner: {
    status: 400,
    text: 'the order owner has to be the owner of the API KEY: {expected} or the key itself, not {owner}',
    figures: { owner: text('as sent'), expected: text('address of the account; its API key is as good') },
    about: 'the owner is not the account of the API key',
  },
  wrong_signer: {
    status: 400,
    text: 'the order signer address has to be the address of the API KEY: {expected}, not {signer}',
    figures: { signer: text('as sent'), expected: text('address of the account') },
    about: 'the signer is not the account of the API key',
  },
  signature_type_mismatch: {
    status: 400,
    text: 'Invalid order payload: order.signatureType {signatureType} does not fit order.maker {maker}, {whose}: it takes signatureType {fitting}',
    figures: {
      signatureType: count('as sent'),
      maker: text('as sent'),
      fitting: Type.Array(count('signature type'), { description: 'types that this maker takes' }),
    },
    about: 'the signature type does not fit the maker',
  },
  unknown_token: {
    status: 400,
    text: 'Invalid order payload: order.tokenId belongs to no market',
    figures: { tokenId: text('as sent') },
    about: 'no such token',
  },
  condition_mismatch: {
    status: 400,
    text: 'Invalid order payload: order.conditionId is not the market of order.tokenId, which is {expected}',
    figures: { conditionId: text('as sent'), expected: text('market of the token') },
    about: 'the token is of another market',
  },
  /** Clients look for the first word and then read `GET /version` again. */
  order_version_mismatch: {
    status: 400,
    text: 'order_version_mismatch: the order has the fields of version 1; this venue takes version {expected}, as GET /version says: sign it with a client for version {expected}, such as @polymarket/clob-client-v2 or @polymarket/client',
    figures: { sent: count('version of the order’s fields'), expected: count('version that the venue takes') },
    about: 'the order has the fields of another version',
  },
  event_not_found: {
    status: 404,
    text: 'event not found',
    rejects: ['unknown_catalog_event'],
    figures: { eventId: text('of the markets named') },
    about: 'no such event',
  },
  not_neg_risk: {
    status: 400,
    text: 'the event is not a negative-risk event',
    figures: { conditionId: text('the first market named') },
    about: 'it has no conversions',
  },
  invalid_signature: {
    status: 400,
    text: 'invalid signature: recovered signer {recovered}, expected {expected}; digest expected to be signed {digest}, for {terms}',
    figures: signatureFigures,
    about: 'the order’s signature is not the account’s',
  },

  // Orders
  invalid_order_payload: { status: 400, text: 'Invalid order payload: {detail}' },
  invalid_order_id: { status: 400, text: 'Invalid orderID' },
  order_not_found: { status: 404, text: 'Order not found', rejects: ['nothing_to_cancel'] },
  /** The body also has `heartbeat_id`: the expected one. */
  invalid_heartbeat_id: { status: 400, text: 'Invalid Heartbeat ID', rejects: ['heartbeat_id_invalid'] },
  invalid_trade_params: { status: 400, text: 'Invalid trade params payload: {detail}' },
  invalid_order_params: { status: 400, text: 'invalid order params payload: {detail}' },
  invalid_asset_type: { status: 400, text: 'Invalid asset type' },
  invalid_signature_type: { status: 400, text: 'Invalid signature_type' },
  invalid_notification_ids: { status: 400, text: 'Invalid ids' },
  not_offered: { status: 400, text: '{what}' },

  // Positions, money and operation
  deposit_limit: { status: 400, text: 'the venue cannot hold more than {maximum} in all' },
  wallet_borrowed: {
    status: 400,
    text: 'the demo lends {wallet} to the account {account}: deposit to the address of that account, or to its deposit wallet',
  },
  too_many_api_keys: {
    status: 400,
    text: 'too many API keys, max allowed for an account: {maximum}; delete one first, up to 1,000 ever',
  },
  too_many_keys: { status: 400, text: 'too many keys, max allowed for an account: {maximum}; revoke one first' },
  key_invalid: { status: 400, text: 'invalid key: {detail}' },
  market_not_resolved: {
    status: 400,
    text: 'the market {market} has no result yet: there is nothing to redeem or to reverse',
  },
  relay_refused: { status: 400, text: 'the relayer cannot do this: {detail}' },
  relay_nonce_invalid: {
    status: 400,
    text: 'invalid nonce: batch nonce {nonce} does not match on-chain nonce {expected}',
  },
  wallet_deployed: { status: 400, text: 'the wallet {wallet} is deployed already' },
  wallet_not_deployed: { status: 400, text: 'the wallet {wallet} is not deployed: deploy it first' },
  ...RESULT_REFUSALS,
  conversion_invalid: { status: 400, text: 'invalid conversion: {detail}' },

  // Rights
  account_suspended: { status: 403, text: 'the account {account} is suspended: ask the operator' },

  token_name_taken: { status: 409, text: 'there is a token {name}: revoke it first, or choose another name' },
  too_many_tokens: { status: 400, text: 'too many tokens: at most {maximum}, ended ones included' },

  // Comments and profiles
  parent_entity_not_found: {
    status: 404,
    text: 'parentEntityID not found: there is no {type} {id}',
    rejects: ['unknown_comment_entity'],
  },
  parent_comment_not_found: { status: 404, text: 'parentCommentID not found', rejects: ['unknown_parent_comment'] },
  comment_not_owned: { status: 403, text: 'only its author or a moderator may remove a comment' },
  not_moderator: { status: 403, text: 'only a moderator may dismiss the reports of a comment' },
  too_many_comments: { status: 429, text: 'too many comments: at most {maximum} a minute' },
  name_taken: { status: 409, text: 'the name is taken' },
  too_many_suggestions: { status: 429, text: 'too many suggestions: at most {maximum} a minute' },
  suggestion_decided: { status: 409, text: 'the suggestion is {status} already' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

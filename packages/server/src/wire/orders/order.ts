/**
 * Wire order ↔ command: reads a placement into the signed fields and the command they stand for, and an outcome into the
 * answer. Checks what the request says about itself and its owner; market rules are the engine's.
 */
import type { DetailsOf, OrderAnswer, OrderPlacement, TradeFacts } from '@bellwether/contract';
import {
  type Account,
  type Address,
  type ApiKey,
  type ConditionId,
  type MarketId,
  type Micros,
  micros,
  ORDER_AMOUNT_MAX,
  type OrderResult,
  type Outcome,
  orderId,
  type PlaceOrder,
  type Reject,
  type State,
  type TokenId,
  type TradeExecuted,
} from '@bellwether/engine';
import type { Accepted } from '../../ports/exchange.ts';
import type { OrderSignatureCheck, OtherTerms, SignedOrderFields, SigningDomain } from '../../ports/signatures.ts';
import { explained, type Failure, failure } from '../failure.ts';
import type { ParseAddress } from '../forms/address.ts';
import { amountText } from '../forms/decimal.ts';

/** Who places: the account behind the API key of the request. */
export interface Placer {
  readonly account: Account;
  readonly apiKey: ApiKey['apiKey'];
}

/** A placement that says what it should; its signature is not checked yet. */
export interface OrderDraft {
  readonly kind: 'draft';
  readonly signed: SignedOrderFields;
  readonly signature: string;
  readonly maker: Address;
  readonly market: MarketId;
  /** Whether the market is a negative-risk one: it decides the domain that the order is signed under. */
  readonly isNegRisk: boolean;
  readonly outcome: Outcome;
  readonly side: PlaceOrder['side'];
  readonly type: PlaceOrder['type'];
  readonly postOnly: boolean;
  readonly makerAmount: Micros;
  readonly takerAmount: Micros;
  readonly expiration: number;
  readonly builder: string;
}

/** As they were signed. */
export type SentAmounts = Pick<SignedOrderFields, 'makerAmount' | 'takerAmount'>;

const UINT256_END = 1n << 256n;
const ZERO_BYTES32 = `0x${'0'.repeat(64)}`;

const invalid = (detail: string): Failure => failure('invalid_order_payload', { detail });

/** True for the fields of the older struct: they sign other bytes, so the client has to be told which version is wanted. */
export function isVersionOneOrder(body: unknown): boolean {
  const order = typeof body === 'object' && body !== null && 'order' in body ? body.order : null;
  if (typeof order !== 'object' || order === null) return false;
  return 'nonce' in order && 'feeRateBps' in order && !('timestamp' in order);
}

/** Reads a placement that fits its schema. */
export function readOrder(
  placement: OrderPlacement,
  placer: Placer,
  state: Readonly<State>,
  parseAddress: ParseAddress,
): OrderDraft | Failure {
  const { order } = placement;
  const maker = parseAddress(order.maker);
  if (maker.kind === 'invalid') return invalid(`order.maker ${maker.error}`);
  const signer = parseAddress(order.signer);
  if (signer.kind === 'invalid') return invalid(`order.signer ${signer.error}`);
  const salt = BigInt(order.salt);
  const tokenId = BigInt(order.tokenId);
  const timestamp = BigInt(order.timestamp);
  for (const [name, value] of [
    ['salt', salt],
    ['tokenId', tokenId],
    ['timestamp', timestamp],
  ] as const) {
    if (value >= UINT256_END) return invalid(`order.${name} must be below 2^256`);
  }
  const unowned = refuseOwnership(placement, placer, maker.address, signer.address, parseAddress);
  if (unowned !== null) return unowned;
  const token = state.tokens.get(order.tokenId as TokenId);
  if (token === undefined) return explained('unknown_token', { tokenId: order.tokenId });
  const { conditionId = '' } = order;
  if (conditionId !== '' && state.marketsByCondition.get(conditionId.toLowerCase() as ConditionId) !== token.market) {
    const expected = state.markets[token.market]?.conditionId ?? '';
    return explained('condition_mismatch', { conditionId, expected });
  }
  const builder = bytes32(order.builder);
  return {
    kind: 'draft',
    signed: {
      salt,
      maker: maker.address,
      signer: signer.address,
      tokenId,
      makerAmount: BigInt(order.makerAmount),
      takerAmount: BigInt(order.takerAmount),
      side: order.side === 'BUY' ? 0 : 1,
      // The schema bounds it to 0..3.
      signatureType: order.signatureType as SignedOrderFields['signatureType'],
      timestamp,
      metadata: bytes32(order.metadata),
      builder,
    },
    signature: order.signature,
    maker: maker.address,
    market: token.market,
    isNegRisk: state.markets[token.market]?.negRisk ?? false,
    outcome: token.outcome,
    side: order.side,
    type: placement.orderType ?? 'GTC',
    postOnly: placement.postOnly ?? false,
    makerAmount: boundedAmount(order.makerAmount),
    takerAmount: boundedAmount(order.takerAmount),
    expiration: Number(order.expiration ?? 0),
    builder: builder === ZERO_BYTES32 ? '' : builder,
  };
}

/** An amount beyond what orders may name stays just beyond it: the exchange refuses it when it is its turn. */
function boundedAmount(text: string): Micros {
  return micros(Math.min(Number(text), ORDER_AMOUNT_MAX + 1));
}

/** The refusal of an amount with the amount as it was sent: the command has lost what is beyond the bound. */
export function withAmountAsSent(reject: Reject, { makerAmount, takerAmount }: SentAmounts): Reject {
  if (reject.code !== 'amount_out_of_range' || reject.details['amount'] !== ORDER_AMOUNT_MAX + 1) return reject;
  const amount = makerAmount > ORDER_AMOUNT_MAX ? makerAmount : takerAmount;
  return { ...reject, details: { ...reject.details, amount: amount.toString() } };
}

function bytes32(text: string | undefined): string {
  return text === undefined || text === '' ? ZERO_BYTES32 : text.toLowerCase();
}

/** Owner and signer of the order must be who sent it. */
function refuseOwnership(
  { owner, order }: OrderPlacement,
  { account, apiKey }: Placer,
  maker: Address,
  signer: Address,
  parseAddress: ParseAddress,
): Failure | null {
  if (owner !== apiKey) {
    const named = parseAddress(owner);
    if (named.kind === 'invalid' || named.address !== account.address)
      return explained('wrong_owner', { owner, expected: account.address });
  }
  if (order.signatureType === 3) {
    return signer === maker ? null : invalid('order.signer must be order.maker for signatureType 3');
  }
  if (signer !== account.address) return explained('wrong_signer', { signer, expected: account.address });
  if (order.signatureType === 0 && maker !== signer)
    return invalid('order.maker must be order.signer for signatureType 0');
  return null;
}

/** A signature that is not the account's: for every type its own key has to have signed. */
export function refusedSignature(
  check: OrderSignatureCheck,
  { account }: Placer,
  { signed }: Pick<OrderDraft, 'signed'>,
  domain: SigningDomain,
  signedFor: OtherTerms | null,
): Failure {
  const { recovered, expectedDigest: digest } = check;
  const expected = account.address;
  // All of it is what the caller sent or what GET /venue shows: anyone can compute the digest from it.
  return explained(
    'invalid_signature',
    {
      digest,
      primaryType: signed.signatureType === 3 ? 'TypedDataSign' : 'Order',
      domain: { ...domain },
      message: messageOf(signed),
      expected,
      recovered,
      signedFor: signedFor === null ? null : { domain: { ...signedFor.domain }, meaning: signedFor.meaning },
    },
    { recovered: recovered ?? 'none (the bytes are no signature of this order)', expected, digest },
  );
}

function messageOf(signed: SignedOrderFields): DetailsOf<'invalid_signature'>['message'] {
  const { salt, tokenId, makerAmount, takerAmount, timestamp, ...same } = signed;
  return {
    ...same,
    salt: salt.toString(),
    tokenId: tokenId.toString(),
    makerAmount: makerAmount.toString(),
    takerAmount: takerAmount.toString(),
    timestamp: timestamp.toString(),
  };
}

/** The command of a draft whose signature holds, but for its wallet. */
export function placeOrderTerms(draft: OrderDraft, placer: Placer, id: string): Omit<PlaceOrder, 'wallet'> {
  const { market, outcome, side, type, postOnly, makerAmount, takerAmount, expiration, builder } = draft;
  return {
    kind: 'PlaceOrder',
    orderId: orderId(id),
    account: placer.account.id,
    apiKey: placer.apiKey,
    market,
    outcome,
    side,
    type,
    postOnly,
    makerAmount,
    takerAmount,
    expiration,
    builder,
  };
}

/** The answer to an order that was accepted now. */
export function acceptedAnswer(id: string, { entry }: Accepted): OrderAnswer {
  const trade = entry.events.find((event): event is TradeExecuted => event.kind === 'TradeExecuted');
  if (trade === undefined) return liveAnswer(id);
  const isBuy = trade.side === 'BUY';
  const [making, taking] = isBuy ? [trade.collateral, trade.size] : [trade.size, trade.collateral];
  return matchedAnswer(id, making, taking, entry.sequence, { hash: `0x${entry.hash}`, fee: trade.fee });
}

/** The first answer of an order that was accepted before; `trade` is null when nothing had matched. */
export function duplicateAnswer(
  id: string,
  { making, taking, sequence }: OrderResult,
  trade: TradeFacts | null,
): OrderAnswer {
  return trade === null ? liveAnswer(id) : matchedAnswer(id, making, taking, sequence, trade);
}

/** Of one that comes to the book later. */
export function delayedAnswer(id: string): OrderAnswer {
  return { ...liveAnswer(id), status: 'delayed' };
}

function liveAnswer(id: string): OrderAnswer {
  return { success: true, errorMsg: '', orderID: id, status: 'live', makingAmount: '', takingAmount: '' };
}

function matchedAnswer(
  id: string,
  making: Micros,
  taking: Micros,
  sequence: number,
  { hash, fee }: TradeFacts,
): OrderAnswer {
  return {
    success: true,
    errorMsg: '',
    orderID: id,
    status: 'matched',
    makingAmount: amountText(making),
    takingAmount: amountText(taking),
    fee: amountText(fee),
    tradeIDs: [String(sequence)],
    transactionsHashes: [hash],
  };
}

/** The answer to an item of a batch that was refused. */
export function refusedAnswer({ text, code, details }: Failure): OrderAnswer {
  const refused = {
    success: false,
    errorMsg: text,
    orderID: '',
    status: '',
    makingAmount: '',
    takingAmount: '',
    code,
  } as const;
  return details === undefined ? refused : { ...refused, details };
}

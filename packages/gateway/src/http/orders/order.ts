/**
 * An order on the wire: parses a placement into its signed part and the command that it asks for, and words the answers.
 * Checks the request's claims about itself and its owner; market rules are up to the exchange. Pure functions.
 */

import {
  conditionIdText,
  type DetailsOf,
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  marketVersion,
  type OrderAnswer,
  type OrderPlacement,
  type SignedOrder,
  type TradeFacts,
} from '@bellwether/contract';
import {
  type Account,
  type Address,
  type ApiKey,
  type ConditionId,
  type Market,
  type Micros,
  micros,
  ORDER_AMOUNT_MAX,
  type OrderResult,
  type PlaceOrder,
  type Reject,
  type State,
  type TokenId,
  type TradeExecuted,
} from '@bellwether/engine';
import type { Accepted } from '@bellwether/ports/exchange.ts';
import type {
  OrderDomain,
  OrderSignatureCheck,
  OrderSigningDomains,
  OtherTerms,
  SignedOrderFields,
  SigningDomain,
} from '@bellwether/ports/signatures.ts';
import type { RefusedTerms } from '@bellwether/read-model/orders/answer/explained/refused.ts';
import { explained, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { RelayLanguage } from '../relay/relay-language.ts';

/** The account that places an order, and the API key of its request. */
export type Placer = { readonly account: Account; readonly apiKey: ApiKey['apiKey'] };

/** The part of a placement that determines its order id. */
interface SignedPart {
  readonly signed: SignedOrderFields;
  readonly signature: string;
  /** Domain that orders in its market are signed under. */
  readonly orderDomain: OrderDomain;
}

/** A valid placement whose signature is not checked yet: its command lacks the order id, and the wallet of its maker. */
export interface OrderDraft extends SignedPart {
  readonly kind: 'draft';
  readonly maker: Address;
  readonly terms: Omit<PlaceOrder, 'kind' | 'orderId' | 'wallet'>;
}

/** A placement that is refused because of its owner, wallet or market; it still has an order id. */
export interface RefusedDraft extends SignedPart {
  readonly kind: 'refused';
  readonly terms: RefusedTerms;
  readonly refusal: Failure;
}

/** Parts of the gateway needed to read a placement. */
interface PlacementContext extends Pick<OrderSigningDomains, 'negRiskDomain' | 'v2Domains'> {
  readonly parseAddress: ParseAddress;
  readonly relay: Pick<RelayLanguage, 'walletsOf'>;
}

const UINT256_END = 1n << 256n;
const ZERO_BYTES32 = `0x${'0'.repeat(64)}`;

const invalid = (detail: string): Failure => failure('invalid_order_payload', { detail });

/**
 * True for the fields of the older struct: they sign other bytes, so the client must be told which version is required.
 */
export function isVersionOneOrder(body: unknown): boolean {
  const order = typeof body === 'object' && body !== null && 'order' in body ? body.order : null;
  if (typeof order !== 'object' || order === null) return false;
  return 'nonce' in order && 'feeRateBps' in order && !('timestamp' in order);
}

export function readOrder(
  placement: OrderPlacement,
  placer: Placer,
  state: Readonly<State>,
  context: PlacementContext,
): OrderDraft | RefusedDraft | Failure {
  const { order } = placement;
  const signed = readSigned(order, context.parseAddress);
  if ('kind' in signed) return signed;
  const { maker, builder } = signed;
  const token = state.tokens.get(order.tokenId as TokenId);
  const market = token === undefined ? undefined : state.markets[token.market];
  const part: SignedPart = { signed, signature: order.signature, orderDomain: orderDomainOf(market, context) };
  const asked = {
    outcome: token?.outcome ?? 0,
    side: order.side,
    type: placement.orderType ?? 'GTC',
    makerAmount: boundedAmount(order.makerAmount),
    takerAmount: boundedAmount(order.takerAmount),
    expiration: Number(order.expiration ?? 0),
  };
  const refused = (refusal: Failure): RefusedDraft => {
    const terms = { ...asked, market: token?.market ?? null, token: order.tokenId };
    return { kind: 'refused', ...part, terms, refusal };
  };
  const unowned = refuseOwnership(placement, placer, signed, context);
  if (unowned !== null) return refused(unowned);
  if (token === undefined) return refused(explained('unknown_token', { tokenId: order.tokenId }));
  const { conditionId = '' } = order;
  if (
    conditionId !== '' &&
    state.marketsByCondition.get(conditionIdText(conditionId) as ConditionId) !== token.market
  ) {
    const expected = state.markets[token.market]?.conditionId ?? '';
    return refused(explained('condition_mismatch', { conditionId, expected }));
  }
  const { outcome, side, type, makerAmount, takerAmount, expiration } = asked;
  const terms = {
    account: placer.account.id,
    apiKey: placer.apiKey,
    market: token.market,
    outcome,
    side,
    type,
    postOnly: placement.postOnly ?? false,
    makerAmount,
    takerAmount,
    expiration,
    builder: builder === ZERO_BYTES32 ? '' : builder,
  };
  return { kind: 'draft', ...part, maker, terms };
}

/** Domain that orders in a market are signed under. A venue with one domain for all markets need not look at their ids. */
function orderDomainOf(market: Market | undefined, { negRiskDomain, v2Domains }: PlacementContext): OrderDomain {
  if (market === undefined) return 'standard';
  if (v2Domains.length > 0 && marketVersion(market.conditionId, market.tokenIds[0]) === 'v2') return 'v2';
  return negRiskDomain !== null && market.negRisk ? 'negRisk' : 'standard';
}

type OwnedFields = SignedOrderFields & { readonly maker: Address; readonly signer: Address };

function readSigned(order: SignedOrder, parseAddress: ParseAddress): OwnedFields | Failure {
  const maker = parseAddress(order.maker);
  if (maker.kind === 'invalid') return invalid(`order.maker ${maker.error}`);
  const signer = parseAddress(order.signer);
  if (signer.kind === 'invalid') return invalid(`order.signer ${signer.error}`);
  const [salt, tokenId, timestamp] = [BigInt(order.salt), BigInt(order.tokenId), BigInt(order.timestamp)];
  for (const [name, value] of Object.entries({ salt, tokenId, timestamp })) {
    if (value >= UINT256_END) return invalid(`order.${name} must be below 2^256`);
  }
  return {
    salt,
    maker: maker.address,
    signer: signer.address,
    tokenId,
    makerAmount: BigInt(order.makerAmount),
    takerAmount: BigInt(order.takerAmount),
    side: order.side === 'BUY' ? 0 : 1,
    // The schema limits it to 0..3.
    signatureType: order.signatureType as SignedOrderFields['signatureType'],
    timestamp,
    metadata: bytes32(order.metadata),
    builder: bytes32(order.builder),
  };
}

/** Clamps an excessive amount to just above the maximum, so that the exchange refuses it in its order of checks. */
function boundedAmount(text: string): Micros {
  return micros(Math.min(Number(text), ORDER_AMOUNT_MAX + 1));
}

function bytes32(text: string | undefined): string {
  return text === undefined || text === '' ? ZERO_BYTES32 : text.toLowerCase();
}

/** Requires the sender as owner and signer of the order, and a signature type that fits its maker. */
function refuseOwnership(
  { owner }: OrderPlacement,
  { account, apiKey }: Placer,
  { maker, signer, signatureType }: OwnedFields,
  { parseAddress, relay }: PlacementContext,
): Failure | null {
  if (owner !== apiKey) {
    const named = parseAddress(owner);
    if (named.kind === 'invalid' || named.address !== account.address)
      return explained('wrong_owner', { owner, expected: account.address });
  }
  if (signatureType !== 3 && signer !== account.address)
    return explained('wrong_signer', { signer, expected: account.address });
  const misfit = refuseSignatureType(signatureType, maker, account, relay);
  if (misfit !== null || signatureType !== 3) return misfit;
  return signer === maker ? null : invalid(`order.signer must be order.maker, ${maker}, for signatureType 3`);
}

interface FittingTypes {
  readonly fitting: number[];
  /** Description of the maker in a refusal. */
  readonly whose: string;
}

/** Refusal of an order whose signature type does not fit its maker; null if it fits. */
function refuseSignatureType(
  signatureType: number,
  maker: Address,
  account: Pick<Account, 'address' | 'depositWallet'>,
  relay: Pick<RelayLanguage, 'walletsOf'>,
): Failure | null {
  const { fitting, whose } = fitOf(maker, account, relay);
  if (fitting.includes(signatureType)) return null;
  return explained('signature_type_mismatch', { signatureType, maker, fitting }, { whose });
}

function fitOf(
  maker: Address,
  { address, depositWallet }: Pick<Account, 'address' | 'depositWallet'>,
  relay: Pick<RelayLanguage, 'walletsOf'>,
): FittingTypes {
  // A person's account has one wallet and no key of its own: its devices sign.
  if (maker === address && maker === depositWallet) return { fitting: [3], whose: 'the wallet of a person' };
  if (maker === address) return { fitting: [0], whose: 'the signer’s own address' };
  if (maker === depositWallet) return { fitting: [1, 2, 3], whose: 'the deposit wallet that GET /account shows' };
  const { PROXY, SAFE, WALLET, EARLIER_WALLET } = relay.walletsOf(address);
  if (maker === PROXY) return { fitting: [1], whose: 'the signer’s proxy' };
  if (maker === SAFE) return { fitting: [2], whose: 'the signer’s Safe' };
  if (maker === WALLET || maker === EARLIER_WALLET) return { fitting: [3], whose: 'the signer’s contract wallet' };
  return { fitting: [1, 2, 3], whose: 'which is not the signer’s own address' };
}

/** Amounts as signed. */
export type SentAmounts = Pick<SignedOrderFields, 'makerAmount' | 'takerAmount'>;

/** Puts the sent amount into a refusal of an amount: the command contains only the clamped value. */
export function withAmountAsSent(reject: Reject, { makerAmount, takerAmount }: SentAmounts): Reject {
  if (reject.code !== 'amount_out_of_range' || reject.details['amount'] !== ORDER_AMOUNT_MAX + 1) return reject;
  const amount = makerAmount > ORDER_AMOUNT_MAX ? makerAmount : takerAmount;
  return { ...reject, details: { ...reject.details, amount: amount.toString() } };
}

/** Refusal of a signature that is neither the account's own nor in the form of a key's. */
export function refusedSignature(
  check: OrderSignatureCheck,
  { account }: Placer,
  { signed }: Pick<OrderDraft, 'signed'>,
  domain: SigningDomain,
  signedFor: OtherTerms | null,
): Failure {
  const { recovered, expectedDigest: digest } = check;
  const expected = account.address;
  // Contains only what the caller sent or GET /venue shows: anyone can compute the digest from that.
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
    {
      recovered: recovered ?? 'none (the bytes are no signature of this order)',
      terms: `${domainText(domain)}${signedFor === null ? '' : `; it is a signature for ${domainText(signedFor.domain)}, ${signedFor.meaning}`}`,
    },
  );
}

const domainText = ({ name, version, chainId, verifyingContract }: SigningDomain): string =>
  `chain ${chainId} (${name} ${version} at ${verifyingContract})`;

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

/** Notice with an order from a lent wallet: a venue without lending would refuse it. */
export const lentNotice = (maker: string): string =>
  `the demo lends ${maker} to this account, which does not own it: a live venue refuses this maker, and so does this one with BELLWETHER_DEMO_LENDING=off`;

export function acceptedAnswer(id: string, { entry }: Accepted, notice: string | null): OrderAnswer {
  const trade = entry.events.find((event): event is TradeExecuted => event.kind === 'TradeExecuted');
  if (trade === undefined) return liveAnswer(id, notice);
  const isBuy = trade.side === 'BUY';
  const [making, taking] = isBuy ? [trade.collateral, trade.size] : [trade.size, trade.collateral];
  return matchedAnswer(id, making, taking, entry.sequence, { hash: `0x${entry.hash}`, fee: trade.fee }, notice);
}

/** First answer of an order that was accepted before; `trade` is null if nothing had matched. */
export function duplicateAnswer(
  id: string,
  { making, taking, sequence }: OrderResult,
  trade: TradeFacts | null,
  notice: string | null,
): OrderAnswer {
  return trade === null ? liveAnswer(id, notice) : matchedAnswer(id, making, taking, sequence, trade, notice);
}

export function delayedAnswer(id: string, notice: string | null): OrderAnswer {
  return { ...liveAnswer(id, notice), status: 'delayed' };
}

function liveAnswer(id: string, notice: string | null): OrderAnswer {
  const live = {
    success: true,
    errorMsg: '',
    orderID: id,
    status: 'live',
    makingAmount: '',
    takingAmount: '',
  } as const;
  return notice === null ? live : { ...live, notice };
}

function matchedAnswer(
  id: string,
  making: Micros,
  taking: Micros,
  sequence: number,
  { hash, fee }: TradeFacts,
  notice: string | null,
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
    ...(notice !== null && { notice }),
  };
}

export function refusedAnswer({ text, code, details, fields }: Failure): OrderAnswer {
  const { itemText = text }: ErrorEntry = ERRORS[code as ErrorCode];
  const refused = {
    success: false,
    errorMsg: itemText,
    orderID: String(fields?.['orderID'] ?? ''),
    status: '',
    makingAmount: '',
    takingAmount: '',
    code,
  } as const;
  return details === undefined ? refused : { ...refused, details };
}

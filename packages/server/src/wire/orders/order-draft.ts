/**
 * Parses a placement into its signed part and its terms. Checks the request's claims about itself and its owner; market
 * rules are up to the exchange.
 */

import type { OrderPlacement, SignedOrder } from '@bellwether/contract';
import {
  type Account,
  type Address,
  type ApiKey,
  type ConditionId,
  type MarketId,
  type Micros,
  micros,
  ORDER_AMOUNT_MAX,
  type PlaceOrder,
  type State,
  type TokenId,
} from '@bellwether/engine';
import type { SignedOrderFields } from '../../ports/signatures.ts';
import type { RelayLanguage } from '../../relay/relay-language.ts';
import { explained, type Failure, failure } from '../failure.ts';
import type { ParseAddress } from '../forms/address.ts';

export interface RefusedTerms
  extends Pick<PlaceOrder, 'outcome' | 'side' | 'type' | 'makerAmount' | 'takerAmount' | 'expiration'> {
  readonly market: PlaceOrder['market'] | null;
  /** Token id as sent, if `market` cannot provide it. */
  readonly token?: string;
}

/** The account that places an order, and the API key of its request. */
export interface Placer {
  readonly account: Account;
  readonly apiKey: ApiKey['apiKey'];
}

/** The part of a placement that determines its order id. */
interface SignedPart {
  readonly signed: SignedOrderFields;
  readonly signature: string;
  /** True in a negative-risk market, whose orders may be signed under a separate domain. */
  readonly isNegRisk: boolean;
}

/** A valid placement whose signature is not checked yet. */
export interface OrderDraft
  extends SignedPart,
    Pick<
      PlaceOrder,
      'outcome' | 'side' | 'type' | 'postOnly' | 'makerAmount' | 'takerAmount' | 'expiration' | 'builder'
    > {
  readonly kind: 'draft';
  readonly maker: Address;
  readonly market: MarketId;
}

/** A placement that is refused because of its owner, wallet or market; it still has an order id. */
export interface RefusedDraft extends SignedPart {
  readonly kind: 'refused';
  readonly terms: RefusedTerms;
  readonly refusal: Failure;
}

/** Parts of the gateway needed to read a placement. */
interface PlacementContext {
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
  const isNegRisk = token !== undefined && (state.markets[token.market]?.negRisk ?? false);
  const part: SignedPart = { signed, signature: order.signature, isNegRisk };
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
  if (conditionId !== '' && state.marketsByCondition.get(conditionId.toLowerCase() as ConditionId) !== token.market) {
    const expected = state.markets[token.market]?.conditionId ?? '';
    return refused(explained('condition_mismatch', { conditionId, expected }));
  }
  return {
    kind: 'draft',
    ...part,
    ...asked,
    maker,
    market: token.market,
    postOnly: placement.postOnly ?? false,
    builder: builder === ZERO_BYTES32 ? '' : builder,
  };
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

interface Fit {
  readonly fitting: number[];
  /** Description of the maker in a refusal. */
  readonly whose: string;
}

/** Refusal of an order whose signature type does not fit its maker; null if it fits. */
export function refuseSignatureType(
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
): Fit {
  if (maker === address) return { fitting: [0], whose: 'the signer’s own address' };
  if (maker === depositWallet) return { fitting: [1, 2, 3], whose: 'the deposit wallet that GET /account shows' };
  const { PROXY, SAFE, WALLET } = relay.walletsOf(address);
  if (maker === PROXY) return { fitting: [1], whose: 'the signer’s proxy' };
  if (maker === SAFE) return { fitting: [2], whose: 'the signer’s Safe' };
  if (maker === WALLET) return { fitting: [3], whose: 'the signer’s contract wallet' };
  return { fitting: [1, 2, 3], whose: 'which is not the signer’s own address' };
}

/**
 * Turns a trader's input into a signed order for `POST /order`. Computes amounts, picks a salt, signs. Sends nothing,
 * and knows no balance or book.
 */
import { limitAmounts, marketAmounts, type OrderAmounts, type Tick } from './amounts.ts';
import { InvalidInputError } from './errors.ts';
import { toHex } from './hex.ts';
import { randomSalt } from './randomness.ts';
import type { SignedPlacement } from './signed-placement.ts';
import { type Signer, signWith } from './signer.ts';
import {
  domainSeparator,
  keyOrderSignature,
  nestedOrderDigest,
  nestedOrderSignature,
  type OrderMessage,
  orderStructHash,
  type Side,
  type SignatureType,
  type SigningDomain,
  typedDataDigest,
  ZERO_BYTES32,
} from './typed-data.ts';
import { orderTypedData } from './wallet-data.ts';

interface OrderBasics {
  readonly tokenId: string;
  readonly side: Side;
  /** Limit price in collateral per share, as a decimal on the market's tick. */
  readonly price: string;
  /** If given, the venue checks that it is the token's market. */
  readonly conditionId?: string;
  /** Builder code: 32 bytes in hex that identify who brought the order. */
  readonly builder?: string;
  /** 32 bytes in hex, free for the trader's own use. */
  readonly metadata?: string;
}

/** An order that may rest in the book. */
export interface LimitOrder extends OrderBasics {
  readonly type?: 'GTC' | 'GTD';
  /** Shares, as a decimal. */
  readonly size: string;
  /** Unix seconds, for GTD: at least 60 s ahead. */
  readonly expiration?: number;
  /** True to refuse the order rather than let it take liquidity. */
  readonly postOnly?: boolean;
}

/** An order that trades at once: all or nothing (FOK), or as much as available (FAK). */
export interface MarketOrder extends OrderBasics {
  readonly type: 'FOK' | 'FAK';
  /** Collateral to spend (BUY), cut down to two decimals, or shares to sell (SELL), as a decimal. */
  readonly amount: string;
  readonly tick: Tick;
}

export type OrderRequest = LimitOrder | MarketOrder;

/** The order's account and venue. */
export interface OrderContext {
  readonly domain: SigningDomain;
  readonly signer: Signer;
  /** API key or account address. */
  readonly owner: string;
  /** Wallet that trades; default: the signer's own. */
  readonly wallet?: string;
  /** Default 0. Types 1 to 3 need `wallet`. */
  readonly signatureType?: SignatureType;
  /** True if the signer is a key of the wallet and not its owner; for type 3. */
  readonly asKey?: boolean;
  /** Unix milliseconds; default: the clock. */
  readonly nowMs?: number;
  /** An integer in 0..2^53-1 that tells equal orders apart; default: a random one. */
  readonly salt?: number;
}

/** Signs an order. Throws `InvalidInputError` for a price, size or amount that every venue would refuse. */
export async function buildOrder(input: OrderContext & OrderRequest): Promise<SignedPlacement> {
  const { signer, signatureType = 0, salt = randomSalt() } = input;
  if (input.asKey === true && signatureType !== 3) throw new InvalidInputError('a key signs orders of signatureType 3');
  const wallet = tradingWallet(signer, input.wallet, signatureType);
  const message: OrderMessage = {
    salt: BigInt(salt),
    maker: wallet,
    signer: signatureType === 3 ? wallet : signer.address,
    tokenId: BigInt(input.tokenId),
    ...amountsOf(input),
    side: input.side,
    signatureType,
    timestamp: BigInt(input.nowMs ?? Date.now()),
    metadata: input.metadata ?? ZERO_BYTES32,
    builder: input.builder ?? ZERO_BYTES32,
  };
  const signed = await signOrder(message, input.domain, signer);
  const { orderId } = signed;
  const signature = input.asKey === true ? keyOrderSignature(signed.signature, signer.address) : signed.signature;
  const order = {
    salt,
    maker: message.maker,
    signer: message.signer,
    tokenId: input.tokenId,
    ...(input.conditionId === undefined ? {} : { conditionId: input.conditionId }),
    makerAmount: message.makerAmount.toString(),
    takerAmount: message.takerAmount.toString(),
    side: input.side,
    signatureType,
    expiration: String(isMarketOrder(input) ? 0 : (input.expiration ?? 0)),
    timestamp: message.timestamp.toString(),
    metadata: message.metadata,
    builder: message.builder,
    signature,
  };
  const orderType = input.type ?? 'GTC';
  const postOnly = !isMarketOrder(input) && input.postOnly === true;
  return { orderId, body: { order, owner: input.owner, orderType, ...(postOnly ? { postOnly } : {}) } };
}

/**
 * The wallet that trades: the signer's own for type 0, another one for types 1 to 3. Throws `InvalidInputError` if
 * wallet and type do not match.
 */
export function tradingWallet(signer: Signer, wallet: string | undefined, signatureType: SignatureType): string {
  const isOwn = wallet === undefined || wallet.toLowerCase() === signer.address.toLowerCase();
  if (isOwn === (signatureType === 0)) return wallet ?? signer.address;
  throw new InvalidInputError(
    isOwn
      ? `signatureType ${signatureType} needs a wallet that is not the signer's own address: use 0 for that`
      : `signatureType 0 is for the signer's own address ${signer.address}, not for the wallet ${wallet}: use 1, 2 or 3`,
  );
}

/**
 * Id and signature of an order. For type 3 the signer is the owner of the contract wallet and the signature has the
 * nested form.
 */
export async function signOrder(
  message: OrderMessage,
  domain: SigningDomain,
  signer: Signer,
): Promise<{ readonly orderId: string; readonly signature: string }> {
  const separator = domainSeparator(domain);
  const structHash = orderStructHash(message);
  const digest = typedDataDigest(separator, structHash);
  const data = () => orderTypedData(message, domain);
  if (message.signatureType !== 3) return { orderId: toHex(digest), signature: await signWith(signer, digest, data) };
  const nested = nestedOrderDigest(separator, structHash, domain.chainId, message.maker);
  const inner = await signWith(signer, nested, data);
  return { orderId: toHex(digest), signature: nestedOrderSignature(inner, separator, structHash) };
}

function isMarketOrder(order: OrderRequest): order is MarketOrder {
  return order.type === 'FOK' || order.type === 'FAK';
}

function amountsOf(order: OrderRequest): OrderAmounts {
  if (isMarketOrder(order)) return marketAmounts(order.side, order.price, order.amount, order.tick);
  return limitAmounts(order.side, order.price, order.size);
}

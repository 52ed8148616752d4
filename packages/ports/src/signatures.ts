/** Checks of wallet signatures, done in batches off the main thread. */

/** EIP-712 domain of exchange orders. */
export interface SigningDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  /** Lower-case address. */
  readonly verifyingContract: string;
}

/** Kinds of markets, each of which may have its own domain of orders. */
export const ORDER_DOMAINS = ['standard', 'negRisk', 'v2'] as const;
export type OrderDomain = (typeof ORDER_DOMAINS)[number];

/** The venue's domains of orders. */
export interface OrderSigningDomains {
  readonly domain: SigningDomain;
  /** Domain of orders in negative-risk markets; null if it is the same. */
  readonly negRiskDomain: SigningDomain | null;
  /**
   * Domains of orders in markets of version v2: the one to sign for, then others that are accepted too. None if it is
   * the same as `domain`.
   */
  readonly v2Domains: readonly SigningDomain[];
}

/** The domain to sign for in a kind of market. */
export function domainOf({ domain, negRiskDomain, v2Domains }: OrderSigningDomains, kind: OrderDomain): SigningDomain {
  if (kind === 'v2') return v2Domains[0] ?? domain;
  return kind === 'negRisk' ? (negRiskDomain ?? domain) : domain;
}

/** The signed 11-field order. Integers as bigint in 0..2^256-1; addresses lower-case; hashes 0x + 64 hex. */
export interface SignedOrderFields {
  readonly salt: bigint;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  /** 0 BUY, 1 SELL. */
  readonly side: 0 | 1;
  readonly signatureType: 0 | 1 | 2 | 3;
  readonly timestamp: bigint;
  readonly metadata: string;
  readonly builder: string;
}

export interface OrderSignatureCheck {
  /** EIP-712 digest of the order under the domain of its market: the order id, 0x + 64 lower-case hex. */
  readonly orderId: string;
  /** Address that made the signature, lower-case; null when the bytes are no valid signature for this order. */
  readonly recovered: string | null;
  /** Digest that was expected to be signed: the order id, or for type 3 the nested digest. */
  readonly expectedDigest: string;
}

export interface AuthSignatureCheck {
  /** Address that made the signature, lower-case; null when the bytes are no valid signature. */
  readonly recovered: string | null;
  /** EIP-712 digest that was expected to be signed, 0x + 64 lower-case hex; under the first of several chains. */
  readonly digest: string;
}

/** Another known domain of orders, and its description. */
export type OtherTerms = { readonly domain: SigningDomain; readonly meaning: string };

/** Another known sign-in message, and its description. */
export type OtherSignIn = { readonly chainId: number; readonly message: string; readonly meaning: string };

/**
 * Signatures cannot be checked now: the queue is full, or the pool is closing or has failed. Answer 503; nothing was
 * decided.
 */
export class SignaturesUnavailable extends Error {
  readonly code = 'signatures_unavailable';
  override readonly name = 'SignaturesUnavailable';
}

/** Length of the text of a signature that a key of a contract wallet made in place of its owner: 480 bytes in hex. */
const KEY_SIGNATURE_LENGTH = 2 + 2 * 480;

/** True if the signature of a type 3 order has the form of one by a key of the wallet. */
export const isKeySignature = (signature: string): boolean => signature.length === KEY_SIGNATURE_LENGTH;

/** All calls reject with `SignaturesUnavailable`, or with `RangeError` for a field outside its stated range. */
export interface Signatures {
  /**
   * Checks an order's signature: 0x + hex, 65 bytes for types 0-2, the nested form for type 3, which a key of the wallet
   * wraps (`isKeySignature`). `kind` of the market picks the domain; `standard` by default.
   */
  checkOrder(order: SignedOrderFields, signature: string, kind?: OrderDomain): Promise<OrderSignatureCheck>;
  /** Recovers the signer of the L1 authentication message of `address`. */
  checkAuth(address: string, timestamp: string, nonce: bigint, signature: string): Promise<AuthSignatureCheck>;
  /**
   * Finds the known terms under which `signer` made a refused signature; null when none fits. Costs one more recovery
   * for each known domain, so it is called only for a refusal.
   */
  findOrderTerms(order: SignedOrderFields, signature: string, signer: string): Promise<OtherTerms | null>;
  /** Does the same for the sign-in of `address`. */
  findSignIn(address: string, timestamp: string, nonce: bigint, signature: string): Promise<OtherSignIn | null>;
  /** Address that signed the 32 bytes `digest` (0x + 64 hex), lower-case, or null. `signature` is 0x + 65 bytes of hex. */
  recoverDigest(digest: string, signature: string): Promise<string | null>;
}

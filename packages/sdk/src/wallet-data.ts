/**
 * Signed data in EIP-712 form, for wallets that show it to their owner before signing. `typed-data.ts` computes the
 * same digests independently; a test compares the two.
 */
import {
  type AuthenticationMessage,
  type OrderMessage,
  type SigningDomain,
  WALLET_DOMAIN,
  ZERO_BYTES32,
} from './typed-data.ts';

type Hex = `0x${string}`;

export type TypedDataField = { readonly name: string; readonly type: string };

/** EIP-712 data in the shape of viem's and ethers' signing calls. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract?: Hex;
  };
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Fields from their text, such as `uint256 salt, address maker`. */
const fields = (text: string): readonly TypedDataField[] =>
  text.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { name, type };
  });

const ORDER_FIELDS = fields(
  'uint256 salt, address maker, address signer, uint256 tokenId, uint256 makerAmount, uint256 takerAmount, ' +
    'uint8 side, uint8 signatureType, uint256 timestamp, bytes32 metadata, bytes32 builder',
);
const NESTED_FIELDS = fields(
  'Order contents, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt',
);
const AUTHENTICATION_FIELDS = fields('address address, string timestamp, uint256 nonce, string message');

/** An order as a wallet signs it; for type 3 inside the contract wallet's own envelope. */
export function orderTypedData(order: OrderMessage, domain: SigningDomain): TypedData {
  const message = { ...order, side: order.side === 'BUY' ? 0 : 1 };
  // The cast is the boundary to wallets' types: an address is 0x and hex, which hashing checks.
  const signingDomain = { ...domain, verifyingContract: domain.verifyingContract as Hex };
  if (order.signatureType !== 3) {
    return { domain: signingDomain, types: { Order: ORDER_FIELDS }, primaryType: 'Order', message };
  }
  return {
    domain: signingDomain,
    types: { TypedDataSign: NESTED_FIELDS, Order: ORDER_FIELDS },
    primaryType: 'TypedDataSign',
    message: {
      contents: message,
      ...WALLET_DOMAIN,
      chainId: BigInt(domain.chainId),
      verifyingContract: order.maker,
      salt: ZERO_BYTES32,
    },
  };
}

/** The message that creates an API key. */
export function authenticationTypedData({ chainId, text, ...message }: AuthenticationMessage): TypedData {
  return {
    domain: { name: 'ClobAuthDomain', version: '1', chainId },
    types: { ClobAuth: AUTHENTICATION_FIELDS },
    primaryType: 'ClobAuth',
    message: { ...message, message: text },
  };
}

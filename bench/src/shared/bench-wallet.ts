/** Wallets for load: native signing, so that making a hundred thousand real signatures takes seconds. */
import { createHash } from 'node:crypto';
import { createDigests, type Digests } from '@bellwether/server/adapters/signature-pool/eip712.ts';
import { createKeccak256, type Keccak } from '@bellwether/server/adapters/signature-pool/keccak.ts';
import { requestSignature } from '@bellwether/server/auth/request-signature.ts';
import { authMessage } from '@bellwether/server/config/profile.ts';
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import secp256k1 from 'secp256k1';

const ZERO_WORD = '0'.repeat(64);

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** What an order says, all amounts in micros. */
export interface OrderInput {
  readonly salt: number;
  readonly tokenId: string;
  readonly makerAmount: number;
  readonly takerAmount: number;
  readonly side: 'BUY' | 'SELL';
  readonly timestamp: number;
}

export interface WalletFactory {
  /** The n-th wallet; the same n gives the same key. */
  wallet(index: number): BenchWallet;
}

/** Prepares hashing for the venue's domain. */
export async function createWalletFactory(domain: SigningDomain): Promise<WalletFactory> {
  const keccak = await createKeccak256();
  const digests = createDigests(
    keccak,
    { ...domain, verifyingContract: domain.verifyingContract.toLowerCase() },
    domain.chainId,
    authMessage('bellwether', domain.verifyingContract),
  );
  return { wallet: (index) => new BenchWallet(index, keccak, digests) };
}

export class BenchWallet {
  /** Lower-case. */
  readonly address: string;
  readonly #key: Uint8Array;
  readonly #digests: Digests;

  constructor(index: number, keccak: Keccak, digests: Digests) {
    this.#key = createHash('sha256').update(`bellwether bench wallet ${index}`).digest();
    this.#digests = digests;
    const publicKey = secp256k1.publicKeyCreate(this.#key, false).subarray(1);
    this.address = `0x${Buffer.from(keccak(publicKey).subarray(12)).toString('hex')}`;
  }

  /** L1 headers; each nonce has a key of its own. */
  authHeaders(timestamp: string, nonce = 0): Record<string, string> {
    const digest = this.#digests.authDigest(word(this.address), Buffer.from(timestamp), word(nonce.toString(16)));
    return {
      SERVICE_ADDRESS: this.address,
      SERVICE_SIGNATURE: this.#sign(digest),
      SERVICE_TIMESTAMP: timestamp,
      SERVICE_NONCE: String(nonce),
    };
  }

  /** The signed order as it goes on the wire. */
  order(input: OrderInput): Record<string, unknown> {
    const { salt, tokenId, makerAmount, takerAmount, side, timestamp } = input;
    const integers = [BigInt(tokenId), makerAmount, takerAmount, side === 'BUY' ? 0 : 1, 0, timestamp];
    const words = [
      hexWord(salt),
      addressWord(this.address),
      addressWord(this.address),
      ...integers.map(hexWord),
      ZERO_WORD,
      ZERO_WORD,
    ];
    const digest = this.#digests.orderDigest(this.#digests.orderStructHash(Buffer.from(words.join(''), 'hex')));
    return {
      salt,
      maker: this.address,
      signer: this.address,
      tokenId,
      makerAmount: String(makerAmount),
      takerAmount: String(takerAmount),
      side,
      signatureType: 0,
      expiration: '0',
      timestamp: String(timestamp),
      metadata: `0x${ZERO_WORD}`,
      builder: `0x${ZERO_WORD}`,
      signature: this.#sign(digest),
    };
  }

  /** A finished authenticated request over a keep-alive connection. */
  request(method: string, path: string, body: string, credentials: Credentials, timestamp: string): Buffer {
    const bytes = Buffer.from(body);
    const secret = Buffer.from(credentials.secret, 'base64');
    // What is signed is the path without its query.
    const [signedPath = ''] = path.split('?', 1);
    const signature = Buffer.from(requestSignature(secret, timestamp, method, signedPath, bytes)).toString('hex');
    const head = [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${bytes.length}`,
      `SERVICE_ADDRESS: ${this.address}`,
      `SERVICE_API_KEY: ${credentials.apiKey}`,
      `SERVICE_PASSPHRASE: ${credentials.passphrase}`,
      `SERVICE_TIMESTAMP: ${timestamp}`,
      `SERVICE_SIGNATURE: ${signature}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
  }

  #sign(digest: Uint8Array): string {
    const { signature, recid } = secp256k1.ecdsaSign(digest, this.#key);
    return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`;
  }
}

function hexWord(value: number | bigint): string {
  return value.toString(16).padStart(64, '0');
}

function addressWord(address: string): string {
  return address.slice(2).padStart(64, '0');
}

function word(hex: string): Uint8Array {
  return Buffer.from(hex.replace('0x', '').padStart(64, '0'), 'hex');
}

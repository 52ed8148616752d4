/** Wallets for load: native signing, so that a hundred thousand real signatures take seconds. */
import { createHash } from 'node:crypto';
import type { Credentials } from '@bellwether/contract';
import { createDigests, type Digests } from '@bellwether/gateway/adapters/signature-pool/eip712.ts';
import { createKeccak256 } from '@bellwether/gateway/adapters/signature-pool/keccak.ts';
import { nativeSigner } from '@bellwether/gateway/adapters/signature-pool/testing/native-signer.ts';
import type { SigningDomain } from '@bellwether/ports/signatures.ts';
import { apiKeyHeaders, type DigestSigner } from '@bellwether/sdk';
import { authMessage } from '@bellwether/venue/config/profile.ts';

const ZERO_WORD = '0'.repeat(64);

/** Content of an order, all amounts in micros. */
interface OrderInput {
  readonly salt: number;
  readonly tokenId: string;
  readonly makerAmount: number;
  readonly takerAmount: number;
  readonly side: 'BUY' | 'SELL';
  readonly timestamp: number;
}

/** Prepares hashing for the venue's domain. Returns the n-th wallet; the same n gives the same key. */
export async function createWallets(domain: SigningDomain): Promise<(index: number) => BenchWallet> {
  const { chainId } = domain;
  const verifyingContract = domain.verifyingContract.toLowerCase();
  const text = authMessage('bellwether', domain.verifyingContract);
  const digests = createDigests(await createKeccak256(), { ...domain, verifyingContract }, chainId, text);
  return (index) => new BenchWallet(index, digests);
}

export class BenchWallet {
  /** Lower-case. */
  readonly address: string;
  readonly #signer: DigestSigner;
  readonly #digests: Digests;

  constructor(index: number, digests: Digests) {
    this.#signer = nativeSigner(createHash('sha256').update(`bellwether bench wallet ${index}`).digest());
    this.#digests = digests;
    this.address = this.#signer.address.toLowerCase();
  }

  /** L1 headers; each nonce gives another API key. */
  authHeaders(timestamp: string, nonce = 0): Record<string, string> {
    const [address, number] = [word(this.address), word(nonce)].map((hex) => Buffer.from(hex, 'hex'));
    const digest = this.#digests.authDigest(address as Buffer, Buffer.from(timestamp), number as Buffer);
    return {
      SERVICE_ADDRESS: this.address,
      SERVICE_SIGNATURE: this.#signer.signDigest(digest) as string,
      SERVICE_TIMESTAMP: timestamp,
      SERVICE_NONCE: String(nonce),
    };
  }

  order(input: OrderInput): Record<string, unknown> {
    const { salt, tokenId, makerAmount, takerAmount, side, timestamp } = input;
    const amounts = [BigInt(tokenId), makerAmount, takerAmount, side === 'BUY' ? 0 : 1, 0, timestamp];
    const words = [salt, this.address, this.address, ...amounts].map(word);
    const message = Buffer.from([...words, ZERO_WORD, ZERO_WORD].join(''), 'hex');
    return {
      ...input,
      maker: this.address,
      signer: this.address,
      makerAmount: String(makerAmount),
      takerAmount: String(takerAmount),
      signatureType: 0,
      expiration: '0',
      timestamp: String(timestamp),
      metadata: `0x${ZERO_WORD}`,
      builder: `0x${ZERO_WORD}`,
      signature: this.#signer.signDigest(this.#digests.orderDigest(this.#digests.orderStructHash(message))),
    };
  }

  /** A complete authenticated request for a keep-alive connection. */
  request(method: string, path: string, body: string, credentials: Credentials, timestamp: string): Buffer {
    // The signature covers the path without its query.
    const signed = { method, path: path.split('?', 1)[0] ?? '', body, timestamp: Number(timestamp) };
    const headers = {
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...apiKeyHeaders(this.address, credentials, signed),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  }
}

/** 32 bytes in hex, from a number or an address. */
const word = (value: number | bigint | string): string =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');

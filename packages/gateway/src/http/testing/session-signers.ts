/** Builds session signers’ batches as the ecosystem's clients do. Tests only. */
import {
  type RelaySubmission,
  SESSION_SIGNER_SECONDS,
  type SessionAuthorization,
  type SessionRevocation,
} from '@bellwether/contract';
import { type DigestSigner, keyOrderSignature } from '@bellwether/sdk';
import { DEPOSIT_WALLET_FACTORY } from '../relay/contracts.ts';
import { authorizeCall, revokeCall } from '../relay/session-signers.ts';
import { knownBytes } from '../relay/words.ts';
import { type BuilderKey, builderHeaders, type EncodedCall } from './relaying.ts';
import type { Stack } from './stack.ts';
import { type Answer, type Fields, send, type Trader } from './trader.ts';

export const AUTHORIZATIONS = '/v1/session-signers/authorizations';
export const REVOCATIONS = '/v1/session-signers/revocations';

interface Terms {
  readonly nonce: number;
  /** Unix seconds. */
  readonly validUntil?: number;
  readonly deadline?: number;
  readonly scopes?: SessionAuthorization['scopes'];
}

/** The owner of a deposit wallet at a venue of the public clients' profile, with a builder key. */
export class WalletOwner {
  readonly stack: Stack;
  readonly signer: DigestSigner;
  readonly wallet: string;
  readonly #builder: BuilderKey;

  constructor(stack: Stack, signer: DigestSigner, wallet: string, builder: BuilderKey) {
    this.stack = stack;
    this.signer = signer;
    this.wallet = wallet;
    this.#builder = builder;
  }

  static async of(trader: Trader): Promise<WalletOwner> {
    const { depositWallet } = await trader.account();
    const builder = (await trader.send('POST', '/auth/builder-api-key')).body as BuilderKey;
    return new WalletOwner(trader.stack, trader.signer as DigestSigner, depositWallet, builder);
  }

  get nowS(): number {
    return Math.floor(this.stack.time.nowMs / 1000);
  }

  async authorization(key: string, terms: Terms): Promise<SessionAuthorization> {
    const { scopes = ['CLOB'], validUntil = this.nowS + SESSION_SIGNER_SECONDS } = terms;
    const signed = await this.#sign(key, terms, authorizeCall(key, BigInt(validUntil)));
    return { ...signed, scopes, validUntil: String(validUntil) };
  }

  revocation(key: string, terms: Terms): Promise<SessionRevocation> {
    return this.#sign(key, terms, revokeCall(key));
  }

  async #sign(key: string, { nonce, deadline = this.nowS + 600 }: Terms, data: Buffer): Promise<SessionRevocation> {
    const { wallet } = this;
    const calls = [{ target: wallet, value: 0n, data }];
    const digest = this.stack.dependencies.relay.digests.wallet({ wallet, nonce, deadline: BigInt(deadline), calls });
    const signature = await this.signer.signDigest(digest);
    return {
      walletAddress: wallet,
      sessionSignerAddress: key,
      nonce: String(nonce),
      deadline: String(deadline),
      signature,
    };
  }

  /** A batch of the wallet that its key signs, as the ecosystem's client does in place of the owner. */
  async batchByKey(key: DigestSigner, nonce: number, calls: readonly EncodedCall[]): Promise<RelaySubmission> {
    const { wallet, nowS } = this;
    const deadline = nowS + 600;
    const inner = calls.map(({ to, data }) => ({ target: to, value: 0n, data: knownBytes(data) }));
    const { digests } = this.stack.dependencies.relay;
    const digest = digests.wallet({ wallet, nonce, deadline: BigInt(deadline), calls: inner });
    return {
      ...{ type: 'WALLET', from: key.address, to: DEPOSIT_WALLET_FACTORY, nonce: String(nonce) },
      signature: keyOrderSignature(await key.signDigest(digest), key.address),
      depositWalletParams: {
        ...{ depositWallet: wallet, deadline: String(deadline) },
        calls: calls.map(({ to, data }) => ({ target: to, value: '0', data })),
      },
    };
  }

  /** Sends a body under the builder key. */
  send(path: string, body: object | string, headers: Fields = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const vouched = builderHeaders(this.stack, this.#builder, 'POST', path, text);
    return send(this.stack, 'POST', path, text, { ...vouched, ...headers });
  }
}

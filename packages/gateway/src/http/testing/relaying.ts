/** Builds wallet transactions as the public relayer client does, with an encoder of its own. Tests only. */
import type { RelaySubmission } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import type { DigestSigner } from '@bellwether/sdk';
import { nativeSigner } from '../../adapters/signature-pool/testing/native-signer.ts';
import { requestSignature } from '../../auth/api-keys.ts';
import { SAFE_FACTORY } from '../relay/contracts.ts';
import { hexOf, knownBytes } from '../relay/words.ts';
import type { Stack } from './stack.ts';
import { type Answer, type Fields, send } from './trader.ts';

export const COLLATERAL = '0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb';
export const CONDITIONAL_TOKENS = '0x69308fb512518e39f9b16112fa8d994f4e2bf8bb';
export const NEG_RISK_ADAPTER = '0xd91e80cf2e7be2e162c6513ced06f1dd0da35296';
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const NO_ONE = { gasToken: ZERO_ADDRESS, refundReceiver: ZERO_ADDRESS };

export interface EncodedCall {
  readonly to: string;
  readonly data: string;
}

const word = (value: bigint | string): string =>
  (typeof value === 'string' ? BigInt(value) : value).toString(16).padStart(64, '0');
const PARTITION = [2n, 1n, 2n].map(word).join('');

/** Selectors of `splitPosition` and `mergePositions` with five arguments, and of `redeemPositions` with four. */
const SELECTORS = { split: '72ce4275', merge: '9e7212ad', redeem: '01b7037c', convert: 'c64748c4' } as const;

/** A split or merge call of the conditional tokens; `micros`: millionths of a pair. */
export function pairsCall(kind: 'split' | 'merge', conditionId: string, micros: bigint): EncodedCall {
  const head = [COLLATERAL, 0n, conditionId, 160n, micros].map(word).join('');
  return { to: CONDITIONAL_TOKENS, data: `0x${SELECTORS[kind]}${head}${PARTITION}` };
}

export function redeemCall(conditionId: string): EncodedCall {
  const head = [COLLATERAL, 0n, conditionId, 128n].map(word).join('');
  return { to: CONDITIONAL_TOKENS, data: `0x${SELECTORS.redeem}${head}${PARTITION}` };
}

/** `convertPositions` of the negative-risk adapter. */
export const convertCall = (negRiskMarketId: string, indexSet: bigint, micros: bigint): EncodedCall => ({
  to: NEG_RISK_ADAPTER,
  data: `0x${SELECTORS.convert}${[negRiskMarketId, indexSet, micros].map(word).join('')}`,
});

export const approval = (): EncodedCall => ({
  to: COLLATERAL,
  data: `0x095ea7b3${word(CONDITIONAL_TOKENS)}${'f'.repeat(64)}`,
});

/** A signer for a Safe. */
export class Relayer {
  readonly stack: Stack;
  readonly signer: DigestSigner;

  /** `key`: hex digits of a small number. */
  constructor(stack: Stack, key: string) {
    this.stack = stack;
    this.signer = nativeSigner(`0x${key.padStart(64, '0')}`);
  }

  get address(): Address {
    return this.signer.address.toLowerCase() as Address;
  }

  get safe(): Address {
    return this.stack.dependencies.relay.walletsOf(this.address).SAFE as Address;
  }

  async deployment(): Promise<RelaySubmission> {
    const { digests } = this.stack.dependencies.relay;
    const payment = { paymentToken: ZERO_ADDRESS, payment: '0', paymentReceiver: ZERO_ADDRESS };
    const signature = await this.signer.signDigest(digests.safeCreation());
    const body = { type: 'SAFE-CREATE', from: this.signer.address, to: SAFE_FACTORY, data: '0x' } as const;
    return { ...body, proxyWallet: this.safe, signature, signatureParams: payment };
  }

  /** A signed batch with one call; `changes` are made before signing. */
  async batch(call: EncodedCall, nonce: number, changes: Partial<RelaySubmission> = {}): Promise<RelaySubmission> {
    const { digests } = this.stack.dependencies.relay;
    const { to, data } = call;
    const wallet = this.safe;
    const digest = digests.safe({ wallet, to, data: knownBytes(data), operation: 0, nonce });
    const signature = await this.signer.signDigest(digests.personal(digest));
    const v = (Number.parseInt(signature.slice(-2), 16) + 4).toString(16);
    return {
      type: 'SAFE',
      from: this.signer.address,
      to,
      proxyWallet: wallet,
      data,
      nonce: String(nonce),
      signature: signature.slice(0, -2) + v,
      signatureParams: { gasPrice: '0', operation: '0', safeTxnGas: '0', baseGas: '0', ...NO_ONE },
      metadata: '',
      ...changes,
    };
  }

  submit(body: unknown, headers: Fields = {}): Promise<Answer> {
    return send(this.stack, 'POST', '/submit', body, headers);
  }

  async deploy(): Promise<void> {
    const answer = await this.submit(await this.deployment());
    if (answer.status !== 200) throw new Error(`not deployed: ${answer.text}`);
  }
}

export interface BuilderKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Headers of a builder key, under the stack's first prefix. */
export function builderHeaders(stack: Stack, builder: BuilderKey, method: string, path: string, body: string): Fields {
  const { time, dependencies } = stack;
  const { key, secret, passphrase } = builder;
  const prefix = dependencies.settings.authPrefixes[0] ?? '';
  const timestamp = String(Math.floor(time.nowMs / 1000));
  const signature = requestSignature(Buffer.from(secret, 'base64'), timestamp, method, path, Buffer.from(body));
  return {
    [`${prefix}BUILDER_API_KEY`]: key,
    [`${prefix}BUILDER_PASSPHRASE`]: passphrase,
    [`${prefix}BUILDER_TIMESTAMP`]: timestamp,
    [`${prefix}BUILDER_SIGNATURE`]: hexOf(signature).slice(2),
  };
}

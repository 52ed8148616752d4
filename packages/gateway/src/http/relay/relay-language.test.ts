/** Requests that `@polymarket/builder-relayer-client` 0.0.10 made with a known key; unread fields are left out. */
import { readFileSync } from 'node:fs';
import secp256k1 from 'secp256k1';
import { describe, expect, test } from 'vitest';
import { createRelayLanguage } from './relay-language.ts';
import { authorizeCall, revokeCall } from './session-signers.ts';
import { createKeccak256, hexOf, knownBytes } from './words.ts';

interface ClientRequest {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly nonce: string;
  readonly signature: string;
  readonly signatureParams: Readonly<Record<string, string>>;
  readonly depositWalletParams: {
    readonly depositWallet: string;
    readonly deadline: string;
    readonly calls: readonly { readonly target: string; readonly value: string; readonly data: string }[];
  };
}
type Chain = { readonly wallets: Readonly<Record<string, string>>; readonly requests: readonly ClientRequest[] };

const FIXTURE = new URL('./fixtures/client-requests.json', import.meta.url);
const { owner, chains } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as {
  readonly owner: string;
  readonly chains: Readonly<Record<string, Chain>>;
};
const CONDITION = `0x${'c1'.repeat(32)}`;
const keccak = await createKeccak256();

/** Address that signed; v may be a Safe's. */
function signerOf(digest: Uint8Array, signature: string): string {
  const bytes = knownBytes(signature);
  const v = bytes[64] ?? 0;
  const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), (v - 27) % 4, digest, false);
  return hexOf(keccak(key.subarray(1)).subarray(12));
}

describe.each(Object.entries(chains))('relay, chain %s', (chainId, { wallets, requests }) => {
  const of = (type: string): ClientRequest[] => requests.filter((request) => request.type === type);

  test('relay: wallets are those that the client derives', async () => {
    const derived = (await createRelayLanguage(Number(chainId))).walletsOf(owner.toLowerCase());
    for (const [scheme, address] of Object.entries(wallets))
      expect(derived[scheme as 'SAFE']).toBe(address.toLowerCase());
  });

  test('relay: digests are those that the client signed', async () => {
    const { digests, walletsOf } = await createRelayLanguage(Number(chainId));
    const { SAFE: wallet } = walletsOf(owner.toLowerCase());
    expect([of('SAFE').length, of('SAFE-CREATE').length, of('WALLET').length]).toEqual([2, 1, 1]);
    for (const { to, data, nonce, signature, signatureParams } of of('SAFE')) {
      const operation = signatureParams['operation'] === '1' ? 1 : 0;
      const digest = digests.safe({ wallet, to, data: knownBytes(data), operation, nonce: Number(nonce) });
      expect(signerOf(digests.personal(digest), signature)).toBe(owner.toLowerCase());
    }
    for (const { signature } of of('SAFE-CREATE'))
      expect(signerOf(digests.safeCreation(), signature)).toBe(owner.toLowerCase());
    for (const { from, to, data, nonce, signature, signatureParams } of of('PROXY')) {
      const gasLimit = BigInt(signatureParams['gasLimit'] ?? '');
      const digest = digests.proxy({ from, to, data: knownBytes(data), gasLimit, nonce: Number(nonce) });
      expect(signerOf(digests.personal(digest), signature)).toBe(owner.toLowerCase());
    }
    for (const { nonce, signature, depositWalletParams } of of('WALLET')) {
      const { depositWallet, deadline, calls } = depositWalletParams;
      const inner = calls.map(({ target, data }) => ({ target, value: 0n, data: knownBytes(data) }));
      const batch = { wallet: depositWallet, nonce: Number(nonce), deadline: BigInt(deadline), calls: inner };
      expect(signerOf(digests.wallet(batch), signature)).toBe(owner.toLowerCase());
    }
  });

  test('relay: every call of the contracts is read exactly [S23]', async () => {
    const { batches } = await createRelayLanguage(Number(chainId));
    const pairs = { conditionId: CONDITION, negRisk: false };
    const adapter = { conditionId: CONDITION, negRisk: true };
    const all = {
      kind: 'calls',
      calls: [
        { kind: 'approval' },
        { kind: 'approval' },
        { kind: 'split', ...pairs, amount: 5_000_000n },
        { kind: 'merge', ...pairs, amount: 1_000_001n },
        { kind: 'redeem', ...pairs },
        { kind: 'split', ...adapter, amount: 3n },
        { kind: 'merge', ...adapter, amount: 2n },
        { kind: 'redeem', ...adapter },
        { kind: 'convert', negRiskMarketId: CONDITION, indexSet: 5n, amount: 9n },
        { kind: 'split', ...adapter, amount: 8n },
      ],
    };
    const [one, batch] = of('SAFE') as [ClientRequest, ClientRequest];
    const answer = batches.ofSafe(one.to.toLowerCase(), knownBytes(one.data), 0);
    expect(answer).toEqual({ kind: 'calls', calls: [all.calls[2]] });
    expect(batches.ofSafe(batch.to.toLowerCase(), knownBytes(batch.data), 1)).toEqual(all);
    for (const { to, data } of of('PROXY')) expect(batches.ofProxy(to.toLowerCase(), knownBytes(data))).toEqual(all);
    for (const { depositWalletParams } of of('WALLET')) {
      const calls = depositWalletParams.calls.map(({ target, data }) => ({
        target: target.toLowerCase(),
        value: 0n,
        data: knownBytes(data),
      }));
      expect(batches.ofWallet(calls)).toEqual({ kind: 'calls', calls: all.calls.slice(0, 4) });
    }
  });
});

/** Digests that a client of the ecosystem signs to add and revoke a session signer, among other batches of the wallet. */
test.each([
  ['authorise', 4, 1_800_000_600n, 'ba435e27bb0258e5a631d904cb28416f163aee1532901376b30e4939de58976b'],
  ['revoke', 5, 1_800_000_600n, '2856c1f8a21239cb091f2ca96709a76ab97ce55ed49e653ed83809ee0a3cd24f'],
] as const)(
  'relay: the batch to %s a session signer has the digest of the ecosystem',
  async (what, nonce, deadline, digest) => {
    const { digests } = await createRelayLanguage(137);
    const wallet = '0xbc0ff067b7740eff76c1ca93c875ba6b890d6b50';
    const key = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
    const data = what === 'authorise' ? authorizeCall(key, 1_815_534_000n) : revokeCall(key);
    const batch = { wallet, nonce, deadline, calls: [{ target: wallet, value: 0n, data }] };
    expect(hexOf(digests.wallet(batch))).toBe(`0x${digest}`);
  },
);

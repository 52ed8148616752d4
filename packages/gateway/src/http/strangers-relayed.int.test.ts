/**
 * Strangers at routes whose right is a signature in the body. All send a batch that was carried out before, because an
 * answer that exists must not be a reason to keep anything for its sender.
 */
import { type RelaySubmission, SESSION_SIGNER_SECONDS } from '@bellwether/contract';
import type { AccountId } from '@bellwether/engine';
import type { DigestSigner } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { pairsCall } from './testing/relaying.ts';
import { AUTHORIZATIONS, REVOCATIONS, WalletOwner } from './testing/session-signers.ts';
import { type Answer, addMarket, send, Trader } from './testing/trader.ts';

const stack = await openVenue({ profile: 'polymarket' });
const market = await addMarket(stack, 'Strangers?');
const owner = await Trader.open(stack, '1');
const desk = await WalletOwner.of(owner);
const builder = await WalletOwner.of(await Trader.open(stack, '2'));
const keys = {
  unknown: await Trader.open(stack, '3'),
  revoked: await Trader.open(stack, '4'),
  ended: await Trader.open(stack, '5'),
  narrow: await Trader.open(stack, '6'),
  good: await Trader.open(stack, '7'),
  elsewhere: await Trader.open(stack, '8'),
};
type Name = keyof typeof keys;

const by = stack.exchange.state.accountsByAddress.get(owner.address as never) as AccountId;
const standing = () => {
  const { sequence, requests } = stack.exchange.state;
  return { sequence, requests: requests.size };
};
const codeOf = ({ status, body }: Answer): string => `${status} ${(body as { readonly code?: string }).code ?? 'ok'}`;
const submit = (body: RelaySubmission, key: string): Promise<Answer> =>
  send(stack, 'POST', '/submit', body, { 'idempotency-key': key });

let nonce = 0;
const authorize = async (name: Name, scope: 'ALL' | 'CLOB', of = desk): Promise<object> => {
  const at = of === desk ? nonce++ : 0;
  const body = await of.authorization(keys[name].address, { nonce: at, scopes: [scope] });
  expect(codeOf(await of.send(AUTHORIZATIONS, body))).toBe('200 ok');
  return body;
};
const authorized = await authorize('ended', 'ALL');
await authorize('revoked', 'ALL');
await authorize('elsewhere', 'ALL', builder);

// One batch, in the words of each key: its id is the same whoever signs it.
const split = pairsCall('split', market.conditionId, 1_000_000n);
const done = nonce++;
const signedBy = (name: Name): Promise<RelaySubmission> =>
  desk.batchByKey(keys[name].signer as DigestSigner, done, [split]);
const known = {
  unknown: await signedBy('unknown'),
  revoked: await signedBy('revoked'),
  ended: await signedBy('ended'),
  narrow: await signedBy('narrow'),
  good: await signedBy('good'),
  elsewhere: await signedBy('elsewhere'),
};
const first = await submit(known.ended, 'first');
expect(first.status, first.text).toBe(200);
const revocation = await desk.revocation(keys.revoked.address, { nonce: nonce++ });
expect(codeOf(await desk.send(REVOCATIONS, revocation))).toBe('200 ok');
stack.time.nowMs += (SESSION_SIGNER_SECONDS + 1) * 1000;
await authorize('good', 'ALL');
await authorize('narrow', 'CLOB');

test.each<readonly [Name, string]>([
  ['unknown', '400 unknown_key'],
  ['revoked', '400 unknown_key'],
  ['elsewhere', '400 unknown_key'],
  ['ended', '400 key_ended'],
  ['narrow', '400 key_scope'],
])('strangers: a known batch signed by a key that is %s is refused without an entry [W45]', async (name, expected) => {
  const before = standing();
  for (const key of ['first', `mine-${name}`, 'other'])
    expect([key, codeOf(await submit(known[name], key))]).toEqual([key, expected]);
  expect(standing()).toEqual(before);
});

test('strangers: signed bytes that come again record no key, whoever sends them [W45]', async () => {
  const before = standing();
  for (const key of ['seen-1', 'seen-2']) {
    const again = await submit(known.good, key);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, undefined]);
    for (const [path, body] of [
      [AUTHORIZATIONS, authorized],
      [REVOCATIONS, revocation],
    ] as const)
      expect(codeOf(await builder.send(path, body, { 'idempotency-key': key }))).toBe('200 ok');
  }
  expect(standing()).toEqual(before);
});

test('strangers: the owner uses every key that they sent, once each [W45]', async () => {
  const free = (): number =>
    stack.exchange.state.wallets[stack.exchange.state.walletsByAddress.get(desk.wallet as never) ?? -1]?.free ?? 0;
  for (const key of ['mine-unknown', 'mine-ended', 'seen-1']) {
    const body = await desk.batchByKey(keys.good.signer as DigestSigner, nonce++, [split]);
    const before = free();
    const answers = [await submit(body, key), await submit(body, key)];
    expect(answers.map((answer) => [answer.status, answer.headers['idempotent-replayed']])).toEqual([
      [200, undefined],
      [200, 'true'],
    ]);
    expect(before - free()).toBe(1_000_000);
    expect(stack.exchange.state.requests.find(by, key, stack.time.nowMs)).not.toBeNull();
  }
});

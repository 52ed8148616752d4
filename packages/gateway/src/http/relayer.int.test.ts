/** The relayer with its own encoder: refusals, ownership of wallets, and repeats. */
import type { Wallet } from '@bellwether/engine';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { expect, test } from 'vitest';
import { DEPOSIT_WALLET_FACTORY } from './relay/contracts.ts';
import { createRelayLanguage } from './relay/relay-language.ts';
import { readSubmission } from './relay/relay-submission.ts';
import { openVenue } from './testing/open-venue.ts';
import {
  approval,
  type BuilderKey,
  builderHeaders,
  type EncodedCall,
  NEG_RISK_ADAPTER,
  pairsCall,
  Relayer,
} from './testing/relaying.ts';
import { addEvent, addMarket, admin, type Method, send, type TestMarket, Trader } from './testing/trader.ts';

const stack = await openVenue({ profile: 'polymarket' });
const market = await addMarket(stack, 'Relayed?');
const negRisk = await addEvent(stack, ['Red?', 'Green?'], { negRisk: true }, { negRisk: true });

const STARTING_BALANCE = 1_000_000_000;
let people = 0;
/** A new user whose Safe is deployed. */
async function person(): Promise<Relayer> {
  people += 1;
  const relayer = new Relayer(stack, `1000${people}`);
  await relayer.deploy();
  return relayer;
}
const walletAt = (address: string) =>
  stack.exchange.state.wallets[stack.exchange.state.walletsByAddress.get(address as never) ?? -1];

/** Sends what must be refused, each with its code and in words. */
async function refuses(by: Relayer, cases: readonly (readonly [unknown, string, RegExp?])[]): Promise<void> {
  for (const [body, code, error = /./] of cases)
    expect(await by.submit(body)).toMatchObject({ status: 400, body: { code, error: expect.stringMatching(error) } });
}

test('relayer: what was done is told again by a disabled venue, and nothing else is done', async () => {
  const alice = await person();
  const body = await alice.batch(pairsCall('split', market.conditionId, 1_000_000n), 0);
  const first = await alice.submit(body);
  const next = await alice.batch(pairsCall('split', market.conditionId, 1_000_000n), 1);
  await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
  expect((await alice.submit(body)).body).toEqual(first.body);
  expect((await alice.submit(await alice.deployment())).status).toBe(200);
  expect(await alice.submit(next)).toMatchObject({ status: 503, body: { code: 'mode_disabled' } });
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
  expect((await alice.submit(next)).status).toBe(200);
});

test('relayer: an Idempotency-Key goes with one batch of a signer, which is done once [A25]', async () => {
  const [alice, bob] = [await person(), await person()];
  const key = { 'idempotency-key': 'batch-1' };
  const body = await alice.batch(pairsCall('split', market.conditionId, 1_000_000n), 0);
  const first = await alice.submit(body, key);
  expect(first.status, first.text).toBe(200);
  const before = stack.exchange.state.sequence;
  const again = await alice.submit(body, key);
  expect([first.headers['idempotent-replayed'], again.body]).toEqual([undefined, first.body]);
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': 'batch-1' });
  const next = await alice.batch(pairsCall('split', market.conditionId, 2_000_000n), 1);
  expect(await alice.submit(next, key)).toMatchObject({ status: 422, body: { code: 'idempotency_key_used' } });
  const refused = await alice.submit(next, { 'idempotency-key': 'a b' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
  expect(stack.exchange.state.sequence).toBe(before);
  // An idempotency key belongs to its signer alone.
  const his = await bob.batch(pairsCall('split', market.conditionId, 1_000_000n), 0);
  expect((await bob.submit(his, key)).status).toBe(200);
  const unkeyed = await alice.submit(next);
  expect(unkeyed.status).toBe(200);
  // A batch that was carried out does nothing under another key, and so does not take it.
  const late = { 'idempotency-key': 'batch-2' };
  for (const done of [next, body, next]) {
    const named = await alice.submit(done, late);
    expect([named.body, named.headers['idempotent-replayed']]).toEqual([
      (done === next ? unkeyed : first).body,
      undefined,
    ]);
  }
});

test('relayer: a deposit wallet from before the beacon stays the one that is deployed, but not one that is only lent', async () => {
  const from = `0x${'1a'.repeat(20)}`;
  const submitted = { type: 'WALLET-CREATE', from, to: DEPOSIT_WALLET_FACTORY } as const;
  const context = { parseAddress: await createAddressParser(), relay: await createRelayLanguage(137) };
  const { WALLET, EARLIER_WALLET } = context.relay.walletsOf(from);
  const { state } = stack.exchange;
  const withEarlier = (borrowed: boolean) => {
    const wallets = [...state.wallets, { ...(state.wallets[0] as Wallet), borrowed }];
    return { ...state, wallets, walletsByAddress: new Map([[EARLIER_WALLET, wallets.length - 1]]) as never };
  };
  const drafts = [state, withEarlier(false), withEarlier(true)].map((known) =>
    readSubmission(submitted, known, context),
  );
  expect(drafts).toMatchObject([{ wallet: WALLET }, { wallet: EARLIER_WALLET }, { wallet: WALLET }]);
  const [one, other] = drafts.map((draft) => (draft.kind === 'draft' ? draft.id : null));
  expect(one).not.toBe(other);
});

test('relayer: a batch moves the Safe’s own money, once, whatever is sent how often', async () => {
  const alice = await person();
  const body = await alice.batch(pairsCall('split', market.conditionId, 5_000_001n), 0);
  const answers = await Promise.all([1, 2, 3].map(() => alice.submit(body)));
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body]);
  expect(walletAt(alice.safe)?.free).toBe(STARTING_BALANCE - 5_000_001);
  const [first] = answers.map(({ body: answered }) => answered) as [{ transactionID: string; transactionHash: string }];
  const { transactionID, transactionHash } = first;
  const [found] = (await send(stack, 'GET', `/transaction?id=${transactionID}`)).body as [object];
  expect(found).toMatchObject({
    transactionID,
    transactionHash,
    from: alice.address,
    proxyAddress: alice.safe,
    data: body.data,
    nonce: '0',
    state: 'STATE_CONFIRMED',
    type: 'SAFE',
  });
  expect((await send(stack, 'GET', `/nonce?address=${alice.address}&type=SAFE`)).body).toEqual({ nonce: '1' });
  // The unified SDK uses other names for the same requests.
  const outcome = { transaction_id: transactionID, transaction_hash: transactionHash, state: 'STATE_CONFIRMED' };
  const account = '/v1/account/transactions';
  expect((await send(stack, 'GET', `${account}/${transactionID}`)).body).toEqual({ ...outcome, error_msg: null });
  const asked = `address=${alice.address}&type=SAFE`;
  const next = (await send(stack, 'GET', `${account}/params?${asked}`)).body;
  expect(next).toMatchObject({ nonce: '1' });
  expect(next).toEqual((await send(stack, 'GET', `/relay-payload?${asked}`)).body);
  // The client sends its JSON with the content type of a form.
  const merge = await alice.batch(pairsCall('merge', market.conditionId, 5_000_001n), 1);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await alice.submit(merge, form)).status).toBe(200);
  expect(walletAt(alice.safe)?.free).toBe(STARTING_BALANCE);
});

test('relayer: no one acts for the wallet of someone else [S22]', async () => {
  const alice = await person();
  const bob = await person();
  const split = pairsCall('split', market.conditionId, 1_000_000n);
  const hers = await alice.batch(split, 0);
  const his = await bob.batch(split, 0);
  const before = stack.exchange.state.sequence;
  // Bob's signature under her name; her wallet under his; her transaction with another call.
  await refuses(bob, [
    [{ ...his, from: hers.from, proxyWallet: hers.proxyWallet }, 'invalid_signature'],
    [{ ...hers, signature: his.signature }, 'invalid_signature'],
    [{ ...his, proxyWallet: hers.proxyWallet }, 'relay_refused'],
    [{ ...hers, data: pairsCall('split', market.conditionId, 2_000_000n).data }, 'invalid_signature'],
    [{ ...hers, nonce: '1' }, 'invalid_signature'],
    [{ ...(await bob.deployment()), from: hers.from, proxyWallet: hers.proxyWallet }, 'invalid_signature'],
  ]);
  expect(stack.exchange.state.sequence).toBe(before);
  expect(walletAt(alice.safe)?.free).toBe(STARTING_BALANCE);
});

test('relayer: what it cannot carry out is refused in words, and uses up no nonce [S23]', async () => {
  const alice = await person();
  const split = pairsCall('split', market.conditionId, 1n);
  const [red] = negRisk as [TestMarket];
  const cases: readonly (readonly [EncodedCall, string, RegExp?])[] = [
    [{ ...split, to: `0x${'12'.repeat(20)}` }, 'relay_refused', /is no contract of this venue: it takes approve/],
    [{ ...split, data: `${split.data}00` }, 'relay_refused', /malformed data of splitPosition/],
    [{ ...split, data: split.data.slice(0, -2) }, 'relay_refused', /malformed data of splitPosition/],
    [pairsCall('split', red.conditionId, 1n), 'relay_refused', /negative-risk market: it is called through the neg/],
    [pairsCall('split', market.conditionId, 0n), 'amount_out_of_range'],
    [pairsCall('split', market.conditionId, 1n << 200n), 'amount_out_of_range'],
    [{ to: NEG_RISK_ADAPTER, data: split.data.replace('72ce4275', 'deadbeef') }, 'relay_refused', /no function/],
  ];
  for (const [call, ...told] of cases) await refuses(alice, [[await alice.batch(call, 0), ...told]]);
  // Another call under a nonce that was used.
  await alice.submit(await alice.batch(approval(), 0));
  expect((await alice.submit(await alice.batch(split, 0))).body).toMatchObject({ code: 'relay_nonce_invalid' });
  expect((await send(stack, 'GET', `/nonce?address=${alice.address}&type=SAFE`)).body).toEqual({ nonce: '1' });
});

test('relayer: fees, delegate calls and fields of other types are refused', async () => {
  const alice = await person();
  const body = await alice.batch(approval(), 0);
  const deposit = { depositWallet: alice.safe, deadline: '0', calls: [] };
  const cases = [
    [{ signatureParams: { ...body.signatureParams, gasPrice: '1' } }, 'relay_refused', /gasPrice must be nothing/],
    [{ signatureParams: { ...body.signatureParams, operation: '1' } }, 'relay_refused', /the multisend/],
    [{ signatureParams: { ...body.signatureParams, gasToken: alice.address } }, 'relay_refused', /gasToken/],
    [{ depositWalletParams: deposit }, 'invalid_payload', /not a field/],
    [{ colour: 'red' }, 'invalid_payload', /colour/],
    [{ nonce: undefined }, 'invalid_payload', /nonce is required for SAFE/],
    [{ nonce: '9'.repeat(30) }, 'invalid_payload', /nonce is too large/],
  ] as const;
  for (const [changed, ...told] of cases) await refuses(alice, [[{ ...body, ...changed }, ...told]]);
});

test('relayer: a signer whose address the demo had lent to another gets it back with the deployment', async () => {
  const owner = new Relayer(stack, 'a');
  const thief = await Trader.open(stack, 'b');
  const order = { tokenId: market.yes, side: 'BUY', price: '0.5', size: '5' } as const;
  expect((await thief.placeFrom(owner.safe, 2, order)).status).toBe(200);
  expect((await send(stack, 'GET', `/deployed?address=${owner.safe}`)).body).toEqual({ deployed: false });
  expect(walletAt(owner.safe)?.borrowed).toBe(true);
  await owner.deploy();
  expect(walletAt(owner.safe)).toMatchObject({ borrowed: false, free: STARTING_BALANCE, held: 0 });
  const again = await thief.placeFrom(owner.safe, 2, { ...order, size: '6' });
  expect(again.body).toMatchObject({ code: 'maker_not_allowed' });
});

test('builder keys: name their account beside a request, open nothing, and are told once [S24]', async () => {
  const trader = await Trader.open(stack, 'c');
  const other = await Trader.open(stack, 'd');
  const headers = trader.headers('POST', '/auth/builder-api-key', '');
  const first = await send(stack, 'POST', '/auth/builder-api-key', undefined, headers);
  const second = await send(stack, 'POST', '/auth/builder-api-key', undefined, headers);
  expect(second.body).toMatchObject({ code: 'signature_used' });
  const key = first.body as BuilderKey;
  const under = (method: Method, path: string, body = '', signed = body) =>
    send(stack, method, path, body === '' ? undefined : body, builderHeaders(stack, key, method, path, signed));
  expect((await trader.send('GET', '/auth/builder-api-key')).body).toEqual([{ key: key.key }]);
  expect((await other.send('GET', '/auth/builder-api-key')).body).toEqual([]);
  expect((await trader.send('GET', '/auth/api-keys')).body).toEqual({ apiKeys: [trader.credentials.apiKey] });

  // The builder key's parts in place of an API key's.
  const parts = Object.entries(builderHeaders(stack, key, 'GET', '/account', ''));
  const asApiKey = Object.fromEntries(parts.map(([name, value]) => [name.replace('BUILDER_', ''), value]));
  const posing = await send(stack, 'GET', '/account', undefined, { ...asApiKey, POLY_ADDRESS: trader.address });
  expect([posing.status, posing.body]).toMatchObject([401, { code: 'invalid_api_key' }]);

  const relayer = await person();
  const body = JSON.stringify(await relayer.batch(approval(), 0, { metadata: 'with a builder' }));
  const wrong = await under('POST', '/submit', body, `${body} `);
  const signed = { text: expect.stringMatching(/^[0-9]+POST\/submit$/), bodyBytes: Buffer.byteLength(body) };
  const unproven = { rule: 'invalid_api_key', problem: 'not_proven', signed };
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_api_key', details: unproven } });
  const inTime = builderHeaders(stack, key, 'POST', '/submit', body);
  const [stamp = ''] = Object.keys(inTime).filter((name) => name.endsWith('TIMESTAMP'));
  const tooLate = { ...inTime, [stamp]: String(Number(inTime[stamp]) - 600) };
  const late = await send(stack, 'POST', '/submit', body, tooLate);
  const stale = { scheme: 'builder', problem: 'timestamp', header: stamp, clock: { aheadSeconds: -600 } };
  expect(late).toMatchObject({ status: 401, body: { details: stale } });
  const { [stamp]: _left, ...without } = inTime;
  const answer = (await send(stack, 'POST', '/submit', body, without)).body;
  expect(answer).toMatchObject({ details: { scheme: 'builder', problem: 'headers', header: stamp } });
  expect((await under('POST', '/submit', body)).status).toBe(200);
  const listed = await under('GET', '/transactions');
  expect(listed.body).toMatchObject([{ from: relayer.address, metadata: 'with a builder' }]);

  expect((await under('DELETE', '/auth/builder-api-key')).body).toBe('OK');
  expect((await under('GET', '/transactions')).status).toBe(401);
});

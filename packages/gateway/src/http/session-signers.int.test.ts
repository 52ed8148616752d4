/** Session signers as the ecosystem's clients manage and use them, at a venue of their profile. */
import { type RelaySubmission, SESSION_SIGNER_SECONDS } from '@bellwether/contract';
import type { DigestSigner } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { authorizeCall } from './relay/session-signers.ts';
import { openVenue } from './testing/open-venue.ts';
import { pairsCall } from './testing/relaying.ts';
import { AUTHORIZATIONS, REVOCATIONS, WalletOwner } from './testing/session-signers.ts';
import { type Answer, addMarket, admin, send, Trader } from './testing/trader.ts';

const stack = await openVenue({ profile: 'polymarket' });
const market = await addMarket(stack, 'Sessions?');
const order = (price: string) => ({ tokenId: market.yes, side: 'BUY', price, size: '10' }) as const;
const codeOf = ({ status, body }: Answer): string => `${status} ${(body as { readonly code?: string }).code ?? 'ok'}`;

const owner = await Trader.open(stack, '1');
const session = await Trader.open(stack, '2');
const other = await Trader.open(stack, '3');
const desk = await WalletOwner.of(owner);
const list = async () => (await owner.send('GET', '/v1/user/session-signers')).body;

let nonce = 0;
/** Adds the session's key with the next nonce. */
const authorize = async (scopes: ('ALL' | 'CLOB' | 'COMBOSRFQ')[] = ['CLOB']): Promise<Answer> =>
  desk.send(AUTHORIZATIONS, await desk.authorization(session.address, { nonce: nonce++, scopes }));
const revoke = async (): Promise<Answer> =>
  desk.send(REVOCATIONS, await desk.revocation(session.address, { nonce: nonce++ }));

test('session signers: one is authorised, trades, and its orders end with it', async () => {
  const authorized = await authorize();
  expect([authorized.status, authorized.body]).toEqual([
    200,
    {
      operationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'REGISTERED',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      transactionId: (authorized.body as { operationId: string }).operationId,
    },
  ]);
  const signer = { address: session.address, scopes: ['CLOB'], valid_until: desk.nowS + SESSION_SIGNER_SECONDS };
  expect(await list()).toEqual({ wallet: desk.wallet, signers: [signer] });
  // The unified SDK waits for the transaction, and asks for the next nonce.
  const { transactionId } = authorized.body as { transactionId: string };
  expect((await send(stack, 'GET', `/v1/account/transactions/${transactionId}`)).body).toMatchObject({
    state: 'STATE_CONFIRMED',
  });
  const params = `/v1/account/transactions/params?address=${owner.address}&type=WALLET`;
  expect((await send(stack, 'GET', params)).body).toMatchObject({ nonce: '1' });
  expect(codeOf(await session.placeAsKey(desk.wallet, order('0.4')))).toBe('200 ok');
  expect(codeOf(await other.placeAsKey(desk.wallet, order('0.4')))).toBe('400 unknown_key');
  const { sequence } = stack.exchange.state;
  const revoked = await revoke();
  expect(revoked.body).toMatchObject({ status: 'CONFIRMED', fenced: true });
  expect([revoked.status, stack.exchange.state.sequence]).toEqual([200, sequence + 1]);
  expect(await list()).toEqual({ wallet: desk.wallet, signers: [] });
  expect((await session.send('GET', '/data/orders')).body).toMatchObject({ data: [] });
  expect(codeOf(await session.placeAsKey(desk.wallet, order('0.4')))).toBe('400 unknown_key');
});

test('session signers: a batch that comes again is answered again and does nothing again', async () => {
  const body = await desk.authorization(session.address, { nonce: nonce++ });
  const first = await desk.send(AUTHORIZATIONS, body);
  const again = await desk.send(AUTHORIZATIONS, body);
  expect([again.status, again.body]).toEqual([200, first.body]);
  // The key has the scopes that came first: the batch does not contain them.
  const wider = await desk.send(AUTHORIZATIONS, { ...body, scopes: ['ALL'] });
  expect(wider.body).toEqual({ ...(first.body as object), status: 'SUPERSEDED' });
  expect(await list()).toMatchObject({ signers: [{ scopes: ['CLOB'] }] });
  await revoke();
  const { sequence } = stack.exchange.state;
  const replayed = await desk.send(AUTHORIZATIONS, body);
  expect(replayed.body).toEqual({ ...(first.body as object), status: 'SUPERSEDED' });
  // Also when its deadline is past, and for whoever saw the body: only other scopes could be of use, and they are not.
  stack.time.nowMs += 700_000;
  expect(codeOf(await desk.send(AUTHORIZATIONS, { ...body, scopes: ['ALL'] }))).toBe('200 ok');
  expect([await list(), stack.exchange.state.sequence]).toEqual([{ wallet: desk.wallet, signers: [] }, sequence]);
  const headers = { 'idempotency-key': 'session-1' };
  const keyed = await desk.authorization(session.address, { nonce: nonce++ });
  const one = await desk.send(AUTHORIZATIONS, keyed, headers);
  const two = await desk.send(AUTHORIZATIONS, keyed, headers);
  expect([two.body, one.headers['idempotent-replayed'], two.headers['idempotent-replayed']]).toEqual([
    one.body,
    undefined,
    'true',
  ]);
});

test('session signers: lifetime, deadline, scopes and builder key are those that the ecosystem asks for', async () => {
  const { nowS } = desk;
  const due = nowS + SESSION_SIGNER_SECONDS;
  const key = other.address;
  const rows: [string, Promise<object>, string][] = [
    ['too short', desk.authorization(key, { nonce, validUntil: due - 301 }), '400 relay_refused'],
    ['too long', desk.authorization(key, { nonce, validUntil: due + 301 }), '400 relay_refused'],
    ['nearly late', desk.authorization(key, { nonce, deadline: nowS + 9 }), '400 relay_refused'],
    ['ALL and another', desk.authorization(key, { nonce, scopes: ['ALL', 'CLOB'] }), '400 invalid_payload'],
    ['no such scope', desk.authorization(key, { nonce, scopes: ['WITHDRAW' as never] }), '400 invalid_payload'],
    ['a used nonce', desk.authorization(key, { nonce: 0 }), '400 relay_nonce_invalid'],
    ['exact', desk.authorization(key, { nonce, validUntil: due + 300, deadline: nowS + 10 }), '200 ok'],
  ];
  for (const [what, body, expected] of rows)
    expect([what, codeOf(await desk.send(AUTHORIZATIONS, await body))]).toEqual([what, expected]);
  nonce++;
  const unvouched = await desk.revocation(key, { nonce });
  expect(codeOf(await send(stack, 'POST', AUTHORIZATIONS, await desk.authorization(key, { nonce })))).toBe(
    '401 unauthenticated',
  );
  // The owner's signature is enough to revoke.
  expect(codeOf(await send(stack, 'POST', REVOCATIONS, unvouched))).toBe('200 ok');
  nonce++;
});

test('session signers: only the owner of the wallet signs for them', async () => {
  const thief = await WalletOwner.of(other);
  const body = await thief.authorization(other.address, { nonce });
  expect(codeOf(await thief.send(AUTHORIZATIONS, { ...body, walletAddress: desk.wallet }))).toBe(
    '400 invalid_signature',
  );
  const keys = await session.placeAsKey(desk.wallet, order('0.1'));
  expect(codeOf(keys)).toBe('200 ok');
  // A key signs orders, and no batches that make keys.
  const impostor = await WalletOwner.of(session);
  const batch = await impostor.authorization(other.address, { nonce });
  expect(codeOf(await impostor.send(AUTHORIZATIONS, { ...batch, walletAddress: desk.wallet }))).toBe(
    '400 invalid_signature',
  );
});

test('session signers: only a request of the owner gives the scope ALL, which its batch does not contain [W46]', async () => {
  const builder = await WalletOwner.of(other);
  const scopesAfter = async (scopes: ('ALL' | 'CLOB' | 'COMBOSRFQ')[], as: 'owner' | 'both' | 'builder') => {
    const body = JSON.stringify(await desk.authorization(session.address, { nonce: nonce++, scopes }));
    const sender = as === 'owner' ? desk : builder;
    const answer = await sender.send(
      AUTHORIZATIONS,
      body,
      as === 'both' ? owner.headers('POST', AUTHORIZATIONS, body) : {},
    );
    expect(answer).toMatchObject({ status: 200, body: { status: 'REGISTERED' } });
    // The same bytes with the wider scopes, from the one who saw them.
    await builder.send(AUTHORIZATIONS, { ...JSON.parse(body), scopes: ['ALL'] });
    return (await list()) as { readonly signers: readonly { readonly scopes: readonly string[] }[] };
  };
  for (const [scopes, as, expected] of [
    [['ALL'], 'builder', ['CLOB']],
    [['CLOB', 'COMBOSRFQ'], 'builder', ['CLOB', 'COMBOSRFQ']],
    [['ALL'], 'both', ['ALL']],
    [['CLOB'], 'owner', ['CLOB']],
    [['ALL'], 'owner', ['ALL']],
  ] as const)
    expect(await scopesAfter([...scopes], as)).toMatchObject({
      signers: [{ address: session.address, scopes: expected }],
    });
  await revoke();
});

test('session signers: one of scope ALL signs batches of the wallet, with the nonce that the refusal names', async () => {
  const split = pairsCall('split', market.conditionId, 1_000_000n);
  const submit = async (at: number, calls = [split], change: object = {}): Promise<Answer> => {
    const body = await desk.batchByKey(session.signer as DigestSigner, at, calls);
    return send(stack, 'POST', '/submit', { ...body, ...change });
  };
  const free = (): number => stack.exchange.state.wallets[walletId]?.free ?? 0;
  const walletId = stack.exchange.state.walletsByAddress.get(desk.wallet as never) ?? -1;
  await authorize(['CLOB']);
  const narrow = await submit(nonce);
  expect([narrow.status, narrow.body]).toEqual([
    400,
    expect.objectContaining({
      code: 'key_scope',
      error: expect.stringMatching(
        /^the key 0x\w{40} of the wallet 0x\w{40} has the scopes CLOB: this needs one of ALL$/,
      ),
    }),
  ]);
  await authorize(['ALL']);
  const before = free();
  // The client asks for the nonce of the key, and finds the wallet's in the refusal.
  const stale = await submit(0);
  const [, next] = /batch nonce\s+\d+\s+does not match on-chain nonce\s+(\d+)/i.exec(stale.text) ?? [];
  expect([codeOf(stale), next]).toEqual(['400 relay_nonce_invalid', String(nonce)]);
  const first = await submit(Number(next));
  expect([codeOf(first), before - free()]).toEqual(['200 ok', 1_000_000]);
  nonce++;
  // The same batch is done once.
  expect([(await submit(nonce - 1)).body, before - free()]).toEqual([first.body, 1_000_000]);
  const [relayed] = (await send(stack, 'GET', `/transaction?id=${(first.body as Submitted).transactionID}`)).body as [
    object,
  ];
  expect(relayed).toMatchObject({ from: owner.address, proxyAddress: desk.wallet, type: 'WALLET' });

  const adds = { to: desk.wallet, data: `0x${authorizeCall(other.address, 4_000_000_000n).toString('hex')}` };
  const good = await desk.batchByKey(session.signer as DigestSigner, nonce, [split]);
  const rows: [string, Answer, string][] = [
    ['a call of the wallet itself', await submit(nonce, [adds]), '400 relay_refused'],
    ['another sender', await submit(nonce, [split], { from: owner.address }), '400 invalid_payload'],
    [
      'a changed form',
      await submit(nonce, [split], { signature: `${good.signature?.slice(0, -2)}00` }),
      '400 invalid_payload',
    ],
    ['a wallet of someone else', await submit(nonce, [split], inWallet(good, other.address)), '400 relay_refused'],
    ['no such wallet', await submit(nonce, [split], inWallet(good, `0x${'5e'.repeat(20)}`)), '400 wallet_not_deployed'],
    ['a Safe', await submit(nonce, [split], { type: 'SAFE' }), '400 invalid_payload'],
    ['other calls', await submit(nonce, [split], { nonce: String(nonce + 1) }), '400 invalid_signature'],
  ];
  expect(rows.map(([what, answer]) => [what, codeOf(answer)])).toEqual(rows.map(([what, , code]) => [what, code]));
  // A batch that its key signed while it was one comes too late.
  const late = await desk.batchByKey(session.signer as DigestSigner, nonce + 1, [split]);
  await revoke();
  const { sequence } = stack.exchange.state;
  expect(codeOf(await send(stack, 'POST', '/submit', late))).toBe('400 unknown_key');
  expect(stack.exchange.state.sequence).toBe(sequence);
});

interface Submitted {
  readonly transactionID: string;
}

const inWallet = ({ depositWalletParams }: RelaySubmission, depositWallet: string): object => ({
  depositWalletParams: { ...depositWalletParams, depositWallet },
});

test('session signers: one is revoked at a venue that does nothing else', async () => {
  await authorize();
  expect(codeOf(await session.placeAsKey(desk.wallet, order('0.4')))).toBe('200 ok');
  await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
  expect(codeOf(await desk.send(AUTHORIZATIONS, await desk.authorization(session.address, { nonce })))).toBe(
    '503 mode_disabled',
  );
  expect((await revoke()).body).toMatchObject({ status: 'CONFIRMED', fenced: true });
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
  expect((await session.send('GET', '/data/orders')).body).toMatchObject({ data: [] });
});

test('session signers: a profile from before has no such routes', async () => {
  const july = await openVenue({ profile: 'polymarket@2026-07' });
  for (const path of ['/v1/user/session-signers', '/account/keys'])
    expect((await send(july, 'GET', path)).status).toBe(404);
  for (const path of [AUTHORIZATIONS, REVOCATIONS]) expect((await send(july, 'POST', path, {})).status).toBe(404);
});

/**
 * Limits on opening accounts, creating keys and guessing the operator's token, each counted where the requests come
 * from; and `BELLWETHER_JOIN=listed`: every way in which an address could become an account.
 */
import { capTable } from '@bellwether/contract';
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { originOf } from './plugins/client-address.ts';
import { openTestVenue } from './testing/open-venue.ts';
import { Relayer } from './testing/relaying.ts';
import { ADMIN_TOKEN, type Stack, type StackOptions } from './testing/stack.ts';
import { addEvent, admin, send, signInTerms, Trader } from './testing/trader.ts';

/** Headers with which a key of 64 hex digits signs in. */
const proofOf = (own: Stack, key: string, nonce: number) =>
  walletHeaders(createSigner(`0x${key}`), signInTerms(own), own.nextSecond(`sign in ${key} ${nonce}`), nonce);

async function signIn(own: Stack, wallet: number, from: string, nonce = 0): Promise<number> {
  const headers = await proofOf(own, wallet.toString(16).padStart(64, '0'), nonce);
  return (await send(own, 'POST', '/auth/api-key', undefined, headers, from)).status;
}

test('newcomers: an address opens a bounded number of accounts, another one its own, and those that exist sign in [R24]', async () => {
  const own = await openTestVenue({ limits: capTable({ accounts: [{ requests: 3, seconds: 60 }] }) });
  for (const wallet of [1, 2, 3]) expect(await signIn(own, wallet, '192.0.2.1')).toBe(200);
  expect(await signIn(own, 4, '192.0.2.1')).toBe(429);
  expect(own.exchange.state.accounts).toHaveLength(3);
  expect(await signIn(own, 4, '192.0.2.2')).toBe(200);
  expect(await signIn(own, 1, '192.0.2.1')).toBe(200);
  own.timers.advance(60_000);
  expect(await signIn(own, 5, '192.0.2.1')).toBe(200);
});

test('newcomers: one account takes a bounded number of keys, wherever it asks from', async () => {
  const own = await openTestVenue({ limits: capTable({ keys: [{ requests: 3, seconds: 10 }] }) });
  // The first sign-in opens the account.
  for (let nonce = 0; nonce < 4; nonce++) expect(await signIn(own, 1, `192.0.2.${nonce}`, nonce)).toBe(200);
  expect(await signIn(own, 1, '192.0.2.9', 9)).toBe(429);
  expect(await signIn(own, 2, '192.0.2.9')).toBe(200);
});

test('newcomers: a crowd that opens accounts locks out no one who comes after it [R24]', async () => {
  const own = await openTestVenue({ limits: capTable({ accounts: [{ requests: 1_000, seconds: 60 }] }) });
  const { limiter } = own.dependencies;
  const opened = (address: string): boolean => limiter?.admitNewcomer(limiter.byOrigin(originOf(address))) === null;
  // One address gets a part of the quota of all, and two more addresses get parts of the rest.
  const burst = (address: string): number =>
    Array.from({ length: 1_000 }, () => opened(address)).filter(Boolean).length;
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(burst)).toEqual([120, 96, 77]);
  for (let network = 0; network < 2_000; network++) {
    // Addresses of one IPv6 network count as one; the first one of each network is always admitted.
    const hex = network.toString(16);
    expect([opened(`2001:db8:${hex}::1`), opened(`2001:db8:${hex}:${hex}::1`)][0]).toBe(true);
  }
  expect([opened('192.0.2.1'), opened('203.0.113.7')]).toEqual([false, true]);
  expect(opened('203.0.113.7')).toBe(false);
  own.timers.advance(60_000);
  expect(opened('192.0.2.1')).toBe(true);
});

test('operator: an address that guesses tokens is told so, and shuts no one out, at that address either [R25]', async () => {
  const own = await openTestVenue();
  const answer = (token: string | null, from: string) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    return send(own, 'GET', '/admin/health', undefined, headers, from);
  };
  const ask = async (token: string | null, from: string): Promise<number> => (await answer(token, from)).status;
  const guess = (from: string) => Promise.all(Array.from({ length: 12 }, (_, index) => ask(`guess-${index}`, from)));
  expect(await guess('192.0.2.1')).toEqual([...Array<number>(10).fill(401), 429, 429]);
  own.timers.advance(15_000);
  const error =
    'too many wrong tokens from this address: for 45 s a wrong token gets this answer; the right one is accepted';
  const headers = { 'retry-after': '45' };
  const body = { error, code: 'too_many_guesses' };
  // Between the wrong ones, the right one is good each time, and opens no room for further guesses.
  for (let times = 0; times < 12; times++) {
    expect(await answer(`${ADMIN_TOKEN}-`, '192.0.2.1')).toMatchObject({ status: 429, body, headers });
    expect(await ask(ADMIN_TOKEN, '192.0.2.1')).toBe(200);
  }
  // Right tokens and requests without one are no guesses, and guesses count for their own address.
  for (let times = 0; times < 30; times++) {
    expect(await ask(ADMIN_TOKEN, '192.0.2.2')).toBe(200);
    expect(await ask(null, '192.0.2.3')).toBe(401);
  }
  expect([await ask('guess', '192.0.2.2'), await ask('guess', '192.0.2.3')]).toEqual([401, 401]);
  own.timers.advance(45_000);
  expect(await ask('guess', '192.0.2.1')).toBe(401);
});

const addressOf = (digit: string): string => createSigner(`0x${digit.repeat(64)}`).address.toLowerCase();

let stack: Stack;
const start = async (options: StackOptions = {}) => (stack = await openTestVenue({ join: 'listed', ...options }));
const add = (address: string) => admin(stack, 'POST', '/admin/accounts', { address });
const accounts = () => stack.exchange.state.accounts.map(({ address }) => address);

const signInAs = async (digit: string, nonce = 0) =>
  send(stack, 'POST', '/auth/api-key', undefined, await proofOf(stack, digit.repeat(64), nonce));

test('listed: an address that the operator has not added gets no API key and no account; one that was added does', async () => {
  await start();
  const error = `this venue admits only addresses that its operator has added: ask the operator to add ${addressOf('1')}`;
  expect(await signInAs('1')).toMatchObject({ status: 403, body: { error, code: 'not_listed' } });
  expect(accounts()).toEqual([]);
  const added = await add(createSigner(`0x${'1'.repeat(64)}`).address);
  expect(added).toMatchObject({ status: 200, body: { address: addressOf('1') } });
  expect([(await add(addressOf('1'))).body, accounts()]).toEqual([added.body, [addressOf('1')]]);
  const trader = await Trader.open(stack, '1');
  // The starting balance came once to each of the two wallets.
  expect((await trader.account()).wallets.map(({ free }) => free)).toEqual(['1000', '1000']);
  expect((await signInAs('2')).status).toBe(403);
  const { depositWallet } = added.body as { readonly depositWallet: string };
  const wallet = `address ${depositWallet} is a wallet of ${addressOf('1')}: add the address that signs for it`;
  expect(await add(depositWallet)).toMatchObject({ status: 400, body: { error: wallet } });
  // Wallets that the relayer has yet to deploy.
  for (const later of Object.values(stack.dependencies.relay.walletsOf(addressOf('1'))))
    expect(await add(later)).toMatchObject({ status: 400, body: { error: wallet.replace(depositWallet, later) } });
  expect(accounts()).toEqual([addressOf('1')]);
});

test('listed: who had an account before keeps it, with new keys as well', async () => {
  await start({ join: 'open' });
  await Trader.open(stack, '1');
  Object.assign(stack.dependencies.settings, { join: 'listed' });
  expect([(await signInAs('1', 7)).status, (await signInAs('2')).status]).toEqual([200, 403]);
});

test('listed: house traders of the demo open their accounts', async () => {
  await start({ houseAccounts: [addressOf('3')] });
  expect([(await signInAs('3')).status, (await signInAs('4')).status]).toEqual([200, 403]);
});

test('listed: the relayer opens no account for a signer', async () => {
  await start({ profile: 'polymarket' });
  const relayer = new Relayer(stack, '57a9');
  const refused = { status: 403, body: { code: 'not_listed' } };
  expect(await relayer.submit(await relayer.deployment())).toMatchObject(refused);
  expect([accounts(), stack.exchange.state.wallets.length]).toEqual([[], 0]);
  await add(relayer.address);
  await relayer.deploy();
  expect(accounts()).toEqual([relayer.address]);
});

test('listed: an order for an unknown maker lends a wallet to its account and makes no account of the maker', async () => {
  await start();
  await add(addressOf('1'));
  const trader = await Trader.open(stack, '1');
  const [market] = await addEvent(stack, ['Lent?']);
  const order = { tokenId: market?.yes ?? '', side: 'BUY', price: '0.1', size: '10' } as const;
  await trader.placeFrom(addressOf('2'), 2, order);
  expect([accounts(), (await signInAs('2')).status]).toEqual([[addressOf('1')], 403]);
});

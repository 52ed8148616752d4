/** `BELLWETHER_JOIN=listed`: every way in which an address could become an account. */
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { afterEach, expect, test } from 'vitest';
import { Relayer } from './testing/relaying.ts';
import { type Stack, type StackOptions, startStack } from './testing/stack.ts';
import { addEvent, admin, send, signInTerms, Trader } from './testing/trader.ts';

const STRANGER = `0x${'5e'.repeat(20)}`;
const addressOf = (digit: string): string => createSigner(`0x${digit.repeat(64)}`).address.toLowerCase();

let stack: Stack;
afterEach(() => stack.close());
const start = async (options: StackOptions = {}) => (stack = await startStack({ join: 'listed', ...options }));
const add = (address: string) => admin(stack, 'POST', '/admin/accounts', { address });
const accounts = () => stack.exchange.state.accounts.map(({ address }) => address);

async function signIn(digit: string, nonce = 0) {
  const seconds = stack.nextSecond(`sign in ${digit} ${nonce}`);
  const headers = await walletHeaders(createSigner(`0x${digit.repeat(64)}`), signInTerms(stack), seconds, nonce);
  return send(stack, 'POST', '/auth/api-key', undefined, headers);
}

test('listed: an address that the operator has not added gets no API key and no account; one that was added does', async () => {
  await start();
  const error = `this venue admits only addresses that its operator has added: ask the operator to add ${addressOf('1')}`;
  expect(await signIn('1')).toMatchObject({ status: 403, body: { error, code: 'not_listed' } });
  expect(accounts()).toEqual([]);
  const added = await add(createSigner(`0x${'1'.repeat(64)}`).address);
  expect(added).toMatchObject({ status: 200, body: { address: addressOf('1') } });
  expect([(await add(addressOf('1'))).body, accounts()]).toEqual([added.body, [addressOf('1')]]);
  const trader = await Trader.open(stack, '1');
  const account = (await trader.send('GET', '/account')).body as { wallets: { free: string }[] };
  // The starting balance came once to each of the two wallets.
  expect(account.wallets.map(({ free }) => free)).toEqual(['1000', '1000']);
  expect((await signIn('2')).status).toBe(403);
  const { depositWallet } = added.body as { readonly depositWallet: string };
  const wallet = `address ${depositWallet} is a wallet of ${addressOf('1')}: add the address that signs for it`;
  expect(await add(depositWallet)).toMatchObject({ status: 400, body: { error: wallet } });
  // Wallets that the relayer has yet to deploy.
  for (const later of Object.values(stack.dependencies.relay.walletsOf(addressOf('1')))) {
    const error = `address ${later} is a wallet of ${addressOf('1')}: add the address that signs for it`;
    expect(await add(later)).toMatchObject({ status: 400, body: { error } });
  }
  expect(accounts()).toEqual([addressOf('1')]);
});

test('listed: who had an account before keeps it, with new keys as well', async () => {
  await start({ join: 'open' });
  await Trader.open(stack, '1');
  Object.assign(stack.dependencies.settings, { join: 'listed' });
  expect([(await signIn('1', 7)).status, (await signIn('2')).status]).toEqual([200, 403]);
});

test('listed: house traders of the demo open their accounts', async () => {
  await start({ houseAccounts: [addressOf('3')] });
  expect([(await signIn('3')).status, (await signIn('4')).status]).toEqual([200, 403]);
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

test('listed: a deposit opens no account', async () => {
  await start();
  expect(await admin(stack, 'POST', '/admin/deposits', { wallet: STRANGER, amount: '5' })).toMatchObject({
    status: 400,
    body: { code: 'unknown_wallet' },
  });
  expect(accounts()).toEqual([]);
});

test('listed: an order for an unknown maker lends a wallet to its account and makes no account of the maker', async () => {
  await start();
  await add(addressOf('1'));
  const trader = await Trader.open(stack, '1');
  const [market] = await addEvent(stack, ['Lent?']);
  const order = { tokenId: market?.yes ?? '', side: 'BUY', price: '0.1', size: '10' } as const;
  const { body } = await trader.sign(order, { address: addressOf('2'), signatureType: 2 });
  await trader.send('POST', '/order', body);
  expect([accounts(), (await signIn('2')).status]).toEqual([[addressOf('1')], 403]);
});

test('listed: comments, profiles, orders and builder keys need a key, which a stranger cannot have', async () => {
  await start();
  for (const [method, path] of [
    ['POST', '/comments'],
    ['PUT', '/profile'],
    ['POST', '/order'],
    ['POST', '/orders'],
    ['POST', '/auth/builder-api-key'],
    ['POST', '/positions/split'],
  ] as const) {
    const headers = { SERVICE_ADDRESS: STRANGER, SERVICE_API_KEY: 'none', SERVICE_TIMESTAMP: '1' };
    expect([path, (await send(stack, method, path, {}, headers)).status]).toEqual([path, 401]);
  }
  expect(accounts()).toEqual([]);
});

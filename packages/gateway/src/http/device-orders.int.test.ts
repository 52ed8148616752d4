/**
 * Orders of a person's account, for which no key of its own signs: who signs × whose API key × which wallet, and what
 * becomes of them when a device goes.
 */
import { micros, address as toAddress, type WalletId } from '@bellwether/engine';
import { buildOrder, createClient, type OrderRequest, type SignatureType } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, Trader } from './testing/trader.ts';

const stack = await openVenue({ lendsWallets: false });
const { view, credentials: source } = stack.dependencies;
const market = await addMarket(stack, 'Devices?', { orderMinSize: 5 });
const DAY_S = 86_400;
const order = (price: string, size = '10'): OrderRequest => ({ tokenId: market.yes, side: 'BUY', price, size });

const nowS = (): number => Math.floor(stack.time.nowMs / 1000);
const codeOf = ({ status, body }: Answer): string => `${status} ${(body as { readonly code?: string }).code ?? 'ok'}`;
const idOf = ({ body }: Answer): string => (body as { readonly orderID: string }).orderID;

const did = async (command: Parameters<typeof stack.exchange.submit>[0]): Promise<void> => {
  const { kind } = await stack.exchange.submit(command);
  if (kind !== 'accepted') throw new Error(`${command.kind}: ${kind}`);
};

let made = 0;

/** A person as the venue makes one: an account that is its own deposit wallet. */
async function openPerson() {
  const address = toAddress(`0x${(0xa000 + made++).toString(16).padStart(40, '0')}`);
  await did({ kind: 'OpenAccount', address, depositWallet: address, startingBalance: micros(1_000_000_000) });
  const account = view.state.accountsByAddress.get(address);
  const wallet = view.state.walletsByAddress.get(address) as WalletId;
  if (account === undefined) throw new Error('no account');
  const addKey = (key: string, { scopes = ['CLOB'], seconds = DAY_S } = {}) =>
    did({
      ...{ kind: 'AddKey', account, wallet, key: toAddress(key), label: '' },
      ...{ scopes, expiration: nowS() + seconds },
    });
  const device = async (terms?: Parameters<typeof addKey>[1]): Promise<Trader> => {
    const nonce = String(made);
    const { apiKey, ...rest } = source.derive(address, nonce);
    await did({ kind: 'IssueApiKey', account, apiKey, nonce });
    const opened = Trader.device(stack, (0x40 + made++).toString(16), address, { apiKey, ...rest });
    await addKey(opened.address, terms);
    return opened;
  };
  const revoke = (key: string) => did({ kind: 'RevokeKey', account, wallet, key: toAddress(key) });
  return { account, address, addKey, device, revoke };
}

/** Posts an order of `wallet` that `signer` signed, under the API key of `sender`. */
async function post(signer: Trader, sender: Trader, wallet: string, form: 'key' | SignatureType = 'key') {
  const signatureType = form === 'key' ? 3 : form;
  const { body } = await buildOrder({
    ...order('0.2'),
    ...{ domain: stack.dependencies.domain, signer: signer.signer, owner: sender.credentials.apiKey },
    ...{ nowMs: stack.time.nowMs, signatureType, asKey: form === 'key' },
    ...(signatureType !== 0 && { wallet }),
  });
  return sender.send('POST', '/order', body);
}

test('devices: a person has one wallet and one starting balance', async () => {
  const person = await openPerson();
  const account = await (await person.device()).account();
  expect(account).toMatchObject({ address: person.address, depositWallet: person.address });
  expect(account.wallets.map(({ address, free }) => [address, free])).toEqual([[person.address, '1000']]);
});

test('devices: who signs × whose API key × which wallet', async () => {
  const [ann, ben] = [await openPerson(), await openPerson()];
  const [phone, laptop, other] = [await ann.device(), await ann.device(), await ben.device()];
  const reader = await ann.device({ scopes: ['COMBOSRFQ'] });
  const [plain, bot] = [await Trader.open(stack, '1'), await Trader.open(stack, '2')];
  const { depositWallet } = await plain.account();
  const botKey = { address: bot.address, scopes: ['CLOB'], expiration: nowS() + DAY_S };
  expect((await plain.sendAsWallet('POST', '/account/keys', botKey)).status).toBe(200);
  const rows: [Trader, Trader, string, 'key' | SignatureType, string][] = [
    [phone, phone, ann.address, 'key', '200 ok'],
    // Any device's key with any API key of the account.
    [laptop, phone, ann.address, 'key', '200 ok'],
    // A stranger's device, the wallet of another person, and the API key of another.
    [other, phone, ann.address, 'key', '400 unknown_key'],
    [phone, phone, ben.address, 'key', '400 invalid_signature'],
    [phone, other, ann.address, 'key', '400 invalid_signature'],
    [phone, other, ben.address, 'key', '400 unknown_key'],
    [plain, plain, ann.address, 'key', '400 unknown_key'],
    [reader, reader, ann.address, 'key', '400 key_scope'],
    // The form of an owner's signature names no key.
    [phone, phone, ann.address, 3, '400 invalid_signature'],
    [phone, phone, ann.address, 2, '400 wrong_signer'],
    [phone, phone, ann.address, 0, '400 wrong_signer'],
    // A plain account: its own signature as ever, its bot's under either API key, and no one else's.
    [plain, plain, depositWallet, 3, '200 ok'],
    [bot, bot, depositWallet, 'key', '200 ok'],
    [bot, plain, depositWallet, 'key', '200 ok'],
    [plain, plain, depositWallet, 'key', '400 unknown_key'],
    [phone, plain, depositWallet, 'key', '400 unknown_key'],
    [bot, plain, plain.address, 'key', '400 signature_type_mismatch'],
  ];
  for (const [row, [signer, sender, wallet, form, expected]] of rows.entries())
    expect([row, codeOf(await post(signer, sender, wallet, form))]).toEqual([row, expected]);
});

test('devices: see, repeat and cancel each other’s orders', async () => {
  const ann = await openPerson();
  const [phone, laptop] = [await ann.device(), await ann.device()];
  const { body } = await phone.sign(order('0.2'), { address: ann.address, signatureType: 3, asKey: true });
  const first = await phone.send('POST', '/order', body);
  expect(codeOf(first)).toBe('200 ok');
  // The same order, signed by the other device: the same id, and the first answer.
  expect((await laptop.placeSame(body, { asKey: true })).body).toEqual(first.body);
  const listed = (await laptop.send('GET', '/data/orders')).body as { data: { id: string }[] };
  expect(listed.data.map(({ id }) => id)).toEqual([idOf(first)]);
  expect((await laptop.send('GET', `/explain/order/${idOf(first)}`)).body).toMatchObject({ status: 'LIVE' });
  expect((await laptop.send('DELETE', '/order', { orderID: idOf(first) })).body).toMatchObject({
    canceled: [idOf(first)],
  });
  expect((await laptop.placeSame(body, { asKey: true })).body).toMatchObject({ currentStatus: 'CANCELED' });
});

test('devices: a batch judges each order by its own signature', async () => {
  const [ann, ben] = [await openPerson(), await openPerson()];
  const [phone, stranger] = [await ann.device(), await ben.device()];
  const form = { address: ann.address, signatureType: 3, asKey: true } as const;
  const [good, bad] = [await phone.sign(order('0.2'), form), await stranger.sign(order('0.2'), form)];
  const owner = phone.credentials.apiKey;
  const answer = await phone.send('POST', '/orders', [good.body, { ...bad.body, owner }]);
  expect(answer.body).toMatchObject([{ success: true }, { success: false, code: 'unknown_key' }]);
});

test('devices: a key that was revoked, or has ended, is refused and explained; the orders stay the account’s', async () => {
  const ann = await openPerson();
  const [lost, kept] = [await ann.device(), await ann.device({ seconds: 60 })];
  const resting = idOf(await post(lost, lost, ann.address));
  await ann.revoke(lost.address);
  const refused = await post(lost, kept, ann.address);
  expect(codeOf(refused)).toBe('400 unknown_key');
  expect(refused.body).toMatchObject({ details: { key: lost.address, wallet: ann.address } });
  expect((await kept.send('GET', `/explain/order/${idOf(refused)}`)).body).toMatchObject({
    end: { reason: 'refused' },
  });
  expect((await kept.send('GET', `/data/order/${resting}`)).body).toMatchObject({ status: 'LIVE' });
  stack.time.nowMs += 60_000;
  expect(codeOf(await post(kept, kept, ann.address))).toBe('400 key_ended');
  // A venue that takes no orders says so first.
  await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
  expect((await post(kept, kept, ann.address)).status).toBe(503);
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
});

test('devices: a client of the SDK signs requests as the account and orders as the device', async () => {
  const ann = await openPerson();
  const phone = await ann.device();
  const send: typeof fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url));
    const { headers = {}, body, method = 'GET' } = init ?? {};
    const answer = await stack.app.inject({
      ...{ method: method as 'GET', url: pathname + search, headers: headers as Record<string, string> },
      ...(typeof body === 'string' && { payload: body }),
    });
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } });
  };
  const { signer, credentials } = phone;
  const client = createClient({
    ...{ baseUrl: 'http://venue', fetch: send, clock: () => stack.time.nowMs },
    account: { signer, address: ann.address, credentials },
  });
  expect([client.account.address, (await client.account.get()).address]).toEqual([ann.address, ann.address]);
  const { orderID } = await client.orders.place({ tokenId: market.yes, side: 'BUY', price: '0.2', size: '10' });
  expect((await client.orders.list()).data.map(({ id }) => id)).toEqual([orderID]);
  await expect(client.account.addKey({ address: signer.address, scopes: ['CLOB'], expiration: 1 })).rejects.toThrow(
    `the signer is not ${ann.address}`,
  );
  expect(() => createClient({ baseUrl: 'http://venue', account: { signer, address: ann.address } })).toThrow(
    'account.address needs account.credentials',
  );
});

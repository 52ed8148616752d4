/** Keys of accounts: added and revoked by their owner, trading from its wallet, each with its own view of its orders. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, send, Trader } from './testing/trader.ts';

const stack = await openVenue();
const market = await addMarket(stack, 'Keys?');
const order = (price: string, size = '10') => ({ tokenId: market.yes, side: 'BUY', price, size }) as const;

let people = 0;
const person = (): Promise<Trader> => Trader.open(stack, (16 + people++).toString(16));

const nowS = (): number => Math.floor(stack.time.nowMs / 1000);

interface Terms {
  readonly scopes?: readonly string[];
  readonly seconds?: number;
  readonly label?: string;
}

const addition = (key: string, { scopes = ['CLOB'], seconds = 86_400, label }: Terms = {}) => ({
  address: key,
  scopes,
  expiration: nowS() + seconds,
  ...(label !== undefined && { label }),
});

async function withKey(terms: Terms = {}) {
  const [owner, bot] = [await person(), await person()];
  const added = await owner.sendAsWallet('POST', '/account/keys', addition(bot.address, terms));
  expect(added.status, added.text).toBe(200);
  const { depositWallet } = await owner.account();
  return { owner, bot, wallet: depositWallet, added };
}

const codeOf = ({ status, body }: Answer): string => `${status} ${(body as { readonly code?: string }).code ?? 'ok'}`;
const idOf = ({ body }: Answer): string => (body as { readonly orderID: string }).orderID;
const idsOf = async (trader: Trader): Promise<string[]> =>
  ((await trader.send('GET', '/data/orders')).body as { data: { id: string }[] }).data.map(({ id }) => id);
const tradesOf = async (trader: Trader): Promise<string[]> =>
  ((await trader.send('GET', '/data/trades')).body as { data: { id: string; trader_side: string }[] }).data.map(
    ({ id, trader_side }) => `${trader_side} ${id}`,
  );
const filledOf = async (trader: Trader): Promise<number> =>
  ((await trader.send('GET', '/notifications')).body as unknown[]).length;

test('keys: are added by the owner’s wallet, listed for the owner and revoked under its API key', async () => {
  const { owner, bot, wallet, added } = await withKey({ scopes: ['CLOB', 'RFQ'], label: 'bot' });
  const key = { address: bot.address, wallet, label: 'bot', scopes: ['CLOB', 'RFQ'], expiration: nowS() + 86_400 };
  expect(added.body).toEqual(key);
  expect((await owner.send('GET', '/account/keys')).body).toEqual({ keys: [key] });
  expect((await owner.send('GET', '/v1/user/session-signers')).body).toEqual({
    wallet,
    signers: [{ address: bot.address, scopes: ['CLOB', 'RFQ'], valid_until: key.expiration }],
  });
  expect((await bot.send('GET', '/account/keys')).body).toEqual({ keys: [] });
  const removal = { address: bot.address };
  expect(codeOf(await bot.send('DELETE', '/account/keys', removal))).toBe('400 unknown_key');
  expect(await owner.send('DELETE', '/account/keys', removal)).toMatchObject({ status: 200, body: 'OK' });
  expect((await owner.send('GET', '/account/keys')).body).toEqual({ keys: [] });
});

test('keys: place, see and cancel their own orders and trades, and the owner its own', async () => {
  const { owner, bot, wallet } = await withKey();
  const other = await person();
  const before = await owner.account();
  const ofBot = idOf(await bot.placeAsKey(wallet, order('0.4')));
  const ofOwner = idOf(await owner.placeFrom(wallet, 3, order('0.3')));
  expect([await idsOf(bot), await idsOf(owner)]).toEqual([[ofBot], [ofOwner]]);
  // The money is the wallet's.
  const held = (await owner.account()).wallets.find(({ address }) => address === wallet)?.held;
  expect([held, (await bot.account()).wallets.map((each) => each.held)]).toEqual(['7', ['0', '0']]);
  expect((await owner.send('DELETE', '/order', { orderID: ofBot })).body).toMatchObject({ canceled: [] });
  expect((await bot.send('DELETE', '/order', { orderID: ofOwner })).body).toMatchObject({ canceled: [] });
  expect((await owner.send('DELETE', '/cancel-all')).body).toMatchObject({ canceled: [ofOwner] });
  expect(await idsOf(bot)).toEqual([ofBot]);
  // One fill of each, as maker and as taker: each is told of its own alone, and the shares are the wallet's.
  await other.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
  await owner.placeFrom(wallet, 3, order('0.2'));
  await other.placed({ tokenId: market.no, side: 'BUY', price: '0.8', size: '10' });
  await other.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '5' });
  expect((await bot.placeAsKey(wallet, order('0.5', '5'))).body).toMatchObject({ status: 'matched' });
  const [ownTrades, botTrades] = [await tradesOf(owner), await tradesOf(bot)];
  expect([ownTrades.length, botTrades.map((text) => text.split(' ')[0])]).toEqual([1, ['TAKER', 'MAKER']]);
  expect(botTrades.some((text) => ownTrades.includes(text))).toBe(false);
  expect([await filledOf(owner), await filledOf(bot)]).toEqual([1, 2]);
  const shares = (await owner.account()).wallets.find(({ address }) => address === wallet)?.positions[0]?.free;
  expect([shares, before.wallets.length]).toEqual(['25', 2]);
  // What was traded stays with the key after it is gone.
  await owner.send('DELETE', '/account/keys', { address: bot.address });
  expect([await tradesOf(owner), await tradesOf(bot)]).toEqual([ownTrades, botTrades]);
  await other.send('DELETE', '/cancel-all');
});

test('keys: an order that a key may not place is refused by its reason, and explained', async () => {
  const { owner, bot, wallet } = await withKey({ scopes: ['COMBOSRFQ'] });
  const stranger = await person();
  const refused = await bot.placeAsKey(wallet, order('0.4'));
  expect(codeOf(refused)).toBe('400 key_scope');
  expect(refused.body).toMatchObject({
    details: { key: bot.address, wallet, scopes: ['COMBOSRFQ'], needed: ['ALL', 'CLOB'] },
  });
  const explained = await bot.send('GET', `/explain/order/${idOf(refused)}`);
  expect(explained.body).toMatchObject({ end: { reason: 'refused' } });
  expect(codeOf(await stranger.placeAsKey(wallet, order('0.4')))).toBe('400 unknown_key');
  // The owner signs as the owner. A key that signs like an owner is a stranger to the wallet.
  expect(codeOf(await owner.placeAsKey(wallet, order('0.4')))).toBe('400 unknown_key');
  expect(codeOf(await bot.placeFrom(wallet, 3, order('0.4')))).toBe('400 maker_not_allowed');
  // A key of one wallet is none of another.
  const others = (await stranger.account()).depositWallet;
  expect(codeOf(await bot.placeAsKey(others, order('0.4')))).toBe('400 unknown_key');
  expect(codeOf(await bot.placeAsKey(`0x${'5e'.repeat(20)}`, order('0.4')))).toBe('400 unknown_key');
  await owner.sendAsWallet('POST', '/account/keys', addition(bot.address, { scopes: ['ALL'], seconds: 60 }));
  expect(codeOf(await bot.placeAsKey(wallet, order('0.4')))).toBe('200 ok');
  stack.time.nowMs += 60_000;
  expect(codeOf(await bot.placeAsKey(wallet, order('0.4')))).toBe('400 key_ended');
  expect((await owner.send('GET', '/account/keys')).body).toEqual({ keys: [] });
});

test('keys: revoking one cancels its resting orders and leaves the owner’s', async () => {
  const { owner, bot, wallet } = await withKey();
  const ofBot = [idOf(await bot.placeAsKey(wallet, order('0.1'))), idOf(await bot.placeAsKey(wallet, order('0.2')))];
  const ofOwner = idOf(await owner.placeFrom(wallet, 3, order('0.1')));
  const { sequence } = stack.exchange.state;
  await owner.send('DELETE', '/account/keys', { address: bot.address });
  expect(stack.exchange.state.sequence).toBe(sequence + 1);
  expect([await idsOf(bot), await idsOf(owner)]).toEqual([[], [ofOwner]]);
  const explained = await bot.send('GET', `/explain/order/${ofBot[0]}`);
  expect(explained.body).toMatchObject({ end: { reason: 'key_revoked' } });
  expect((await owner.send('GET', `/data/order/${ofBot[1]}`)).body).toMatchObject({ status: 'CANCELED' });
  // An order that meets the revocation on its way is refused like one that comes after it.
  await owner.sendAsWallet('POST', '/account/keys', addition(bot.address));
  const { exchange } = stack;
  exchange.latencyMs = 50;
  const begun = exchange.commands.length;
  const met = bot.placeAsKey(wallet, order('0.1'));
  while (exchange.commands.length === begun) await setImmediate();
  exchange.latencyMs = 0;
  expect((await owner.send('DELETE', '/account/keys', { address: bot.address })).status).toBe(200);
  const [early, late] = [await met, await bot.placeAsKey(wallet, order('0.1'))].map(({ status, body }) => {
    const { orderID: _id, ...refusal } = body as Record<string, unknown>;
    return [status, refusal];
  });
  expect([early, codeOf(await met)]).toEqual([late, '400 unknown_key']);
});

test('keys: each revocation counts, also with one signature within a second', async () => {
  const { owner, bot, wallet, added } = await withKey();
  const removal = JSON.stringify({ address: bot.address });
  const headers = owner.headers('DELETE', '/account/keys', removal);
  const revoke = () => send(stack, 'DELETE', '/account/keys', removal, headers);
  expect(codeOf(await revoke())).toBe('200 ok');
  expect((await owner.sendAsWallet('POST', '/account/keys', addition(bot.address))).body).toEqual(added.body);
  expect(codeOf(await bot.placeAsKey(wallet, order('0.2')))).toBe('200 ok');
  expect(codeOf(await revoke())).toBe('200 ok');
  expect([await idsOf(bot), (await owner.send('GET', '/account/keys')).body]).toEqual([[], { keys: [] }]);
  expect(codeOf(await revoke())).toBe('400 unknown_key');
});

test('keys: a signature of the wallet adds one key, once', async () => {
  const owner = await person();
  const [bot, thief] = [{ address: `0x${'b0'.repeat(20)}` }, { address: `0x${'ff'.repeat(20)}` }];
  const body = addition(bot.address);
  const headers = { 'idempotency-key': 'add-1' };
  const first = await owner.sendAsWallet('POST', '/account/keys', body, headers);
  await owner.send('DELETE', '/account/keys', { address: bot.address });
  const again = await owner.sendAsWallet('POST', '/account/keys', body, headers);
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect((await owner.send('GET', '/account/keys')).body).toEqual({ keys: [] });
  expect(codeOf(await owner.sendAsWallet('POST', '/account/keys', addition(thief.address), headers))).toBe(
    '422 idempotency_key_used',
  );
  // Someone saw the headers of a request that was carried out.
  const { time } = stack;
  time.nowMs += 5_000;
  const sealed = { ...stack, nextSecond: () => Math.floor(time.nowMs / 1000) };
  const seen = Object.assign(Object.create(owner) as Trader, { stack: sealed });
  expect(codeOf(await seen.sendAsWallet('POST', '/account/keys', body))).toBe('200 ok');
  expect(codeOf(await seen.sendAsWallet('POST', '/account/keys', addition(thief.address)))).toBe('401 sign_in_used');
  expect((await owner.send('GET', '/account/keys')).body).toMatchObject({ keys: [{ address: bot.address }] });
});

test('keys: what is wrong with one is said, and nothing is added', async () => {
  const owner = await person();
  const bot = { address: [...stack.exchange.state.walletsByAddress.keys()][0] ?? '' };
  const good = addition(bot.address);
  const rows: [object, string][] = [
    [{ ...good, scopes: [] }, '400 invalid_payload'],
    [{ ...good, scopes: ['CLOB', 'CLOB'] }, '400 key_invalid'],
    [{ ...good, scopes: ['EVERYTHING'] }, '400 invalid_payload'],
    [{ ...good, label: 'x'.repeat(65) }, '400 invalid_payload'],
    [{ ...good, expiration: 0 }, '400 invalid_payload'],
    [{ ...good, address: owner.address }, '400 key_invalid'],
    [{ ...good, address: `${bot.address.slice(0, -1)}g` }, '400 invalid_payload'],
  ];
  for (const [body, expected] of rows)
    expect([body, codeOf(await owner.sendAsWallet('POST', '/account/keys', body))]).toEqual([body, expected]);
  expect((await owner.send('GET', '/account/keys')).body).toEqual({ keys: [] });
  // An API key signs no orders, so it makes no key that does.
  expect((await owner.send('POST', '/account/keys', good)).status).toBe(401);
});

test('keys: are revoked at a venue that does nothing else', async () => {
  const { owner, bot, wallet } = await withKey();
  await bot.placeAsKey(wallet, order('0.1'));
  await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
  expect((await owner.send('DELETE', '/account/keys', { address: bot.address })).status).toBe(200);
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
  expect(await idsOf(bot)).toEqual([]);
});

test('keys: an order that the owner and a key have both signed is the first one’s alone', async () => {
  const { owner, bot, wallet } = await withKey();
  const signed = { address: wallet, signatureType: 3 } as const;
  for (const price of ['0.2', '0.3'] as const) {
    const { body } = await bot.sign(order(price), { ...signed, asKey: true });
    const first = await bot.send('POST', '/order', body);
    expect(codeOf(first)).toBe('200 ok');
    expect(codeOf(await owner.placeSame(body, { asKey: false }))).toBe('400 order_of_other_signer');
    // Its own signer is told the first answer, also once the order has ended.
    expect((await bot.send('POST', '/order', body)).body).toEqual(first.body);
    await bot.send('DELETE', '/order', { orderID: idOf(first) });
    expect(codeOf(await owner.placeSame(body, { asKey: false }))).toBe('400 order_of_other_signer');
    expect((await bot.send('POST', '/order', body)).body).toMatchObject({ currentStatus: 'CANCELED' });
  }
  const { body } = await owner.sign(order('0.4'), signed);
  const first = await owner.send('POST', '/order', body);
  expect(codeOf(await bot.placeSame(body, { asKey: true }))).toBe('400 order_of_other_signer');
  expect([(await owner.send('POST', '/order', body)).body, await idsOf(bot)]).toEqual([first.body, []]);
  const batch = await bot.send('POST', '/orders', [(await bot.sign(order('0.1'), { ...signed, asKey: true })).body]);
  expect(batch.body).toMatchObject([{ success: true }]);
});

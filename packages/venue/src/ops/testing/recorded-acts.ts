/** The newest recording: traders, a relayed Safe, the operator. Change it with the format, under a new name. */

import { createRelayLanguage } from '@bellwether/gateway/http/relay/relay-language.ts';
import {
  approval,
  convertCall,
  type EncodedCall,
  NEG_RISK_ADAPTER,
  pairsCall,
  Relayer,
  redeemCall,
} from '@bellwether/gateway/http/testing/relaying.ts';
import type { Stack } from '@bellwether/gateway/http/testing/stack.ts';
import { openMarket, play } from '@bellwether/sandbox-venue/testing/played.ts';
import { type Client, createClient } from '@bellwether/sdk';

type Played = Awaited<ReturnType<typeof play>>;
type Event = Awaited<ReturnType<Client['admin']['addEvent']>>;
type Market = NonNullable<Event['markets']>[number];

const MINUTE_MS = 60_000;
const TEST_CHAIN = 80_002;

/** Settings for recording and reading: wallets are lent, and signatures are as the public clients make them. */
export const RECORDED_SETTINGS = { BELLWETHER_PROFILE: 'polymarket', BELLWETHER_DEMO: 'on' } as const;

type Catalog = { readonly binary: readonly [Market, Market, Market]; readonly race: Event; readonly cup: Event };

/** Leaves a stopped sandbox in `dataDir`, with the branches `main` and `1`. */
export async function playRecording(dataDir: string): Promise<void> {
  const played = await play({ dataDir, settings: RECORDED_SETTINGS });
  try {
    const [ann, bob, cyd] = [played.client('a'), played.client('b'), played.client('c')];
    await openMarket(ann);
    const catalog = await addCatalog(ann);
    for (const client of [ann, bob, cyd]) await client.auth.credentials();
    await haveMoneyAndPairs(ann, bob, catalog);
    await trade(played, [ann, bob, cyd], catalog);
    await borrowAndReturn(played, catalog);
    const gus = await relay(played, catalog);
    await beat(played, catalog);
    await discuss([ann, bob, cyd], catalog.race);
    const { sequence } = await ann.account.get();
    await resolve(ann, gus, catalog);
    await ann.sandbox.advance(10 * MINUTE_MS);
    await ann.sandbox.rewind({ sequence });
    await resolveOtherwise(played, catalog);
  } finally {
    await played.sandbox.stop();
  }
}

async function addCatalog(ann: Client): Promise<Catalog> {
  const day = await ann.admin.addEvent({
    title: 'What happens on the day?',
    tags: ['Weather', { label: 'Days', slug: 'days' }],
    series: ['Days'],
    sites: ['days.example'],
    endDate: '2026-01-02T00:00:00Z',
    markets: [
      { question: 'Is there snow?', takerBaseFee: 200, orderPriceMinTickSize: 0.001 },
      { question: 'Is there wind?', orderMinSize: 1 },
      { question: 'Is there fog?', closeTime: '2026-01-01T00:30:00Z' },
    ],
  });
  const oneWinner = (title: string, names: readonly string[]) =>
    ann.admin.addEvent({
      title,
      negRisk: true,
      markets: names.map((name) => ({ question: `Does ${name} win?`, groupItemTitle: name })),
    });
  const race = await oneWinner('Who wins the race?', ['Red', 'Green', 'Blue']);
  const cup = await oneWinner('Who wins the cup?', ['North', 'South']);
  return { binary: marketsOf(day) as Catalog['binary'] & Market[], race, cup };
}

const marketsOf = ({ markets }: Event): readonly Market[] => markets ?? [];
const tokenOf = ({ clobTokenIds }: Market, outcome: 0 | 1) => (JSON.parse(clobTokenIds) as string[])[outcome] ?? '';

async function haveMoneyAndPairs(ann: Client, bob: Client, { binary, race }: Catalog): Promise<void> {
  await ann.admin.deposit({ wallet: bob.account.address, amount: '500.25' });
  await ann.admin.withdraw({ wallet: bob.account.address, amount: '0.25' });
  for (const { conditionId } of binary)
    for (const client of [ann, bob]) await client.account.split({ conditionId, amount: '100' });
  await bob.account.merge({ conditionId: binary[0].conditionId, amount: '12.5' });
  const of = marketsOf(race).map(({ conditionId }) => conditionId);
  for (const conditionId of of) await ann.account.split({ conditionId, amount: '40' });
  await ann.account.convert({ conditionIds: of.slice(0, 2), amount: '15' });
}

async function trade(
  { sandbox }: Played,
  [ann, bob, cyd]: readonly [Client, Client, Client],
  { binary: [snow, wind, fog], race }: Catalog,
): Promise<void> {
  const [yes, no] = [tokenOf(snow, 0), tokenOf(snow, 1)];
  const inAnHour = Math.floor(sandbox.time.nowMs / 1000) + 3_600;
  const builder = `0x${'b1'.repeat(32)}`;
  // A resting order; transfer, mint and merge; the rest is taken by orders of each other type.
  await ann.orders.place({ tokenId: yes, side: 'SELL', price: '0.555', size: '20' });
  await bob.orders.place({ tokenId: yes, side: 'BUY', price: '0.56', size: '5', builder });
  await bob.orders.place({ tokenId: no, side: 'BUY', price: '0.4', size: '30', postOnly: true });
  await cyd.orders.place({ tokenId: yes, side: 'BUY', price: '0.6', size: '40' });
  await ann.orders.place({ tokenId: no, side: 'SELL', price: '0.35', size: '10' });
  await bob.orders.place({ tokenId: yes, side: 'SELL', type: 'FOK', amount: '3' });
  await cyd.orders.place({ tokenId: yes, side: 'BUY', type: 'FAK', amount: '8' }).catch(() => undefined);
  await sandbox.move({ byMs: 7 * MINUTE_MS });
  const low = { tokenId: tokenOf(wind, 0), side: 'BUY', size: '7' } as const;
  const many = await ann.orders.placeMany(['0.2', '0.21', '0.22', '0.23'].map((price) => ({ ...low, price })));
  const ids = many.map(({ orderID }) => orderID ?? '');
  await ann.orders.cancel(ids[0] ?? '');
  await ann.orders.cancelMany(ids.slice(1, 3), { idempotencyKey: 'two' });
  await ann.orders.cancelMany(ids.slice(1, 3), { idempotencyKey: 'nothing' });
  const gtd = { type: 'GTD', expiration: inAnHour } as const;
  await bob.orders.place({ tokenId: tokenOf(wind, 1), side: 'BUY', price: '0.1', size: '9', ...gtd });
  await bob.orders.place({ tokenId: tokenOf(wind, 1), side: 'BUY', price: '0.11', size: '9' });
  await bob.orders.cancelMarket({ market: wind.conditionId });
  await bob.orders.place({ tokenId: tokenOf(fog, 0), side: 'BUY', price: '0.5', size: '6' });
  await bob.orders.place({ tokenId: tokenOf(wind, 0), side: 'SELL', price: '0.9', size: '6', ...gtd });
  const [red] = marketsOf(race) as [Market];
  await ann.orders.place({ tokenId: tokenOf(red, 0), side: 'SELL', price: '0.3', size: '10' });
  await bob.orders.place({ tokenId: tokenOf(red, 0), side: 'BUY', price: '0.3', size: '6' });
  await cyd.orders.place({ tokenId: tokenOf(wind, 1), side: 'BUY', price: '0.3', size: '10' });
  await cyd.orders.cancelAll();
  // Orders that rest on the old tick stay.
  await ann.admin.updateMarket(wind.conditionId, { orderPriceMinTickSize: 0.001, description: 'At noon.' });
  await ann.admin.setMode('cancel_only');
  await ann.admin.setMode('open');
  // Trading in fog ends, and the order with an hour to live has expired.
  await sandbox.move({ byMs: 65 * MINUTE_MS });
}

/** Eve trades from an address whose owner turns out to be Fay. */
async function borrowAndReturn(played: Played, { binary: [snow] }: Catalog): Promise<void> {
  const [eve, fay] = [played.client('e'), played.client('9')];
  await eve.auth.credentials();
  const borrowing = lender(played, 'e'.repeat(64), fay.account.address, 1);
  await borrowing.orders.place({ tokenId: tokenOf(snow, 0), side: 'BUY', price: '0.1', size: '50' });
  await borrowing.orders.place({ tokenId: tokenOf(snow, 0), side: 'BUY', price: '0.2', size: '500' });
  await fay.auth.credentials();
}

async function relay(played: Played, { binary: [snow], cup }: Catalog): Promise<Relayer> {
  const language = await createRelayLanguage(TEST_CHAIN);
  // The relayer only needs the stack's relay language to build its signatures.
  const gus = new Relayer({ dependencies: { relay: language } } as unknown as Stack, '7');
  const request = played.client('1').request;
  // Lent before it is deployed.
  const lent = lender(played, '7'.padStart(64, '0'), gus.safe, 2);
  await lent.orders.place({ tokenId: tokenOf(snow, 1), side: 'BUY', price: '0.05', size: '6' });
  await request('relaySubmit', { body: await gus.deployment() });
  const [north] = marketsOf(cup) as [Market];
  const calls: EncodedCall[] = [
    approval(),
    { ...pairsCall('split', north.conditionId, 20_000_000n), to: NEG_RISK_ADAPTER },
    pairsCall('split', snow.conditionId, 20_000_000n),
    pairsCall('merge', snow.conditionId, 5_000_000n),
    convertCall(String(cup.negRiskMarketID), 1n, 4_000_000n),
  ];
  for (const [nonce, call] of calls.entries()) await request('relaySubmit', { body: await gus.batch(call, nonce) });
  return gus;
}

/** A client whose orders name an address other than its own. */
const lender = ({ sandbox }: Played, key: string, wallet: string, signatureType: 1 | 2): Client =>
  createClient({ baseUrl: sandbox.url, account: { signer: `0x${key}`, wallet, signatureType } });

/** Two keys beat and then fall silent, so that their orders are cancelled. */
async function beat({ sandbox, client }: Played, { binary: [, wind] }: Catalog): Promise<void> {
  const [dan, hal] = [client('d'), client('8')];
  const order = { tokenId: tokenOf(wind, 0), side: 'BUY', price: '0.053', size: '8' } as const;
  for (const one of [dan, hal]) await one.orders.place(order);
  const first = await dan.account.beat();
  await dan.account.beat(first);
  await sandbox.move({ byMs: MINUTE_MS });
  await dan.auth.revoke();
  await hal.account.beat();
}

async function discuss([ann, bob, cyd]: readonly [Client, Client, Client], race: Event): Promise<void> {
  const about = { parentEntityType: 'Event', parentEntityID: Number(race.id) } as const;
  const first = await ann.comments.add({ ...about, body: 'Red is quick today.' });
  await bob.comments.add({ ...about, body: 'So is Blue.\nLook: 速い', parentCommentID: first.id });
  const rude = await cyd.comments.add({ ...about, body: 'You are all wrong.' });
  const wrong = await cyd.comments.add({ ...about, body: 'I meant Green.' });
  await bob.comments.react(first.id, {});
  await cyd.comments.react(first.id, {});
  await cyd.comments.unreact(first.id, {});
  await ann.profile.update({
    name: 'Ann of the Day',
    bio: 'Trades weather.',
    profileImage: 'https://days.example/ann.png',
  });
  await bob.profile.update({ name: 'Bob', displayUsernamePublic: false });
  for (const comment of [rude, wrong]) await bob.comments.report(comment.id);
  await ann.admin.addModerator(ann.account.address);
  await ann.comments.dismissReports(wrong.id);
  await ann.comments.remove(rude.id);
  await ann.admin.removeModerator(ann.account.address);
  await cyd.comments.remove(wrong.id);
  await ann.account.dropNotifications();
}

/** Snow is a tie, wind has a winner, Red wins the race. */
async function resolve(ann: Client, gus: Relayer, { binary: [snow, wind], race, cup }: Catalog): Promise<void> {
  await ann.admin.resolve(snow.conditionId, { payouts: ['0.5', '0.5'] });
  await ann.admin.resolve(wind.conditionId, { winner: 'No' });
  await ann.admin.resolveEvent(race.id, { winner: 'Red' });
  await ann.admin.updateEvent(race.id, { closed: true, title: 'Who won the race?' });
  await ann.admin.resolveEvent(cup.id, { void: true });
  await ann.request('relaySubmit', { body: await gus.batch(redeemCall(snow.conditionId), 5) });
}

/** On the branch that began before these results: fog is a tie, the race a dead heat, and trading continues in snow. */
async function resolveOtherwise(played: Played, { binary: [snow, , fog], race }: Catalog): Promise<void> {
  const [ann, bob] = [played.client('a'), played.client('b')];
  await ann.admin.resolve(fog.conditionId, { payouts: ['0.5', '0.5'] });
  const [red, green] = marketsOf(race).map(({ conditionId }) => conditionId);
  await ann.admin.resolveEvent(race.id, { winners: [red ?? '', green ?? ''] });
  await ann.orders.place({ tokenId: tokenOf(snow, 0), side: 'SELL', price: '0.7', size: '15' });
  await bob.orders.place({ tokenId: tokenOf(snow, 0), side: 'BUY', price: '0.701', size: '9' });
  await played.sandbox.move({ byMs: 3 * MINUTE_MS });
}

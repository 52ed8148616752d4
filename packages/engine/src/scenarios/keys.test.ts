import { expect, test } from 'vitest';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { KEYS_PER_ACCOUNT_MAX, OPEN_ORDERS_PER_KEY_MAX } from '../limits.ts';
import type { RelayTransaction } from '../relay/commands.ts';
import { numberedOrderId } from '../testing/order-ids.ts';
import { type Address, address, type MarketId, orderNumber, type Price } from '../units/units.ts';
import { amount, ScenarioVenue } from './venue.testing.ts';

const DAY = 86_400;

class Venue extends ScenarioVenue {
  readonly market: MarketId;

  constructor(...traders: readonly string[]) {
    super();
    for (const name of traders) this.trader(name, '100000');
    [this.market = 0 as never] = this.markets(1, { tick: 10 });
  }

  addressOf(name: string): Address {
    return this.state.accounts[this.named(name).account]?.address as Address;
  }

  add(owner: string, key: Address, scopes: readonly string[] = ['CLOB'], seconds = DAY): Command {
    const expiration = Math.floor(this.timeMs / 1000) + seconds;
    return { kind: 'AddKey', ...this.named(owner), key, label: 'bot', scopes, expiration };
  }

  revoke(owner: string, key: Address): Command {
    return { kind: 'RevokeKey', ...this.named(owner), key };
  }

  /** Kinds of events of an accepted command, each with its count and the reason of cancels. */
  events(command: Command): string {
    const decision = this.submit(command);
    if (decision.kind !== 'accepted') return decision.kind === 'reject' ? decision.code : decision.kind;
    const names = decision.events.map((event) =>
      event.kind === 'OrderCanceled' ? `${event.order} ${event.reason}` : event.kind,
    );
    return names.join(', ');
  }

  ordersOf(name: string): number {
    return this.state.accounts[this.named(name).account]?.openOrders.size ?? 0;
  }
}

test('keys: a key trades the money of its wallet, and each sees and cancels only its own orders', () => {
  const v = new Venue('owner', 'bot', 'stranger');
  v.accept(v.add('owner', v.addressOf('bot')));
  v.play(
    v.market,
    'bot buy yes 100 @ 0.40 from=owner -> live',
    'stranger buy yes 100 @ 0.40 from=owner -> wallet_not_owned',
  );
  v.play(v.market, 'owner buy yes 50 @ 0.40 -> live');
  expect([v.cash('owner'), v.cash('bot')]).toEqual(['99940/60', '100000/0']);
  expect([v.ordersOf('owner'), v.ordersOf('bot')]).toEqual([1, 1]);
  const all = { kind: 'CancelMatching', market: null, outcome: null } as const;
  const { account: owner } = v.named('owner');
  const { account: bot } = v.named('bot');
  expect(v.submit({ kind: 'CancelOrders', account: owner, orderIds: [v.orderId(0)] })).toMatchObject({
    kind: 'unchanged',
    notCanceled: { [v.orderId(0)]: 'Order not found or already canceled' },
  });
  expect(v.events({ ...all, account: owner })).toBe('1 user');
  expect([v.ordersOf('owner'), v.ordersOf('bot')]).toEqual([0, 1]);
  v.play(
    v.market,
    'stranger sell no 10 @ 0.60 -> insufficient_position',
    'stranger buy no 10 @ 0.60 -> matched 6 for 10',
  );
  expect(v.cash('owner')).toBe('99960/36');
  expect(v.events({ ...all, account: bot })).toBe('0 user');
  v.end();
});

test('keys: what a key may not do is refused by its own reason', () => {
  const v = new Venue('owner', 'bot', 'other');
  const bot = v.addressOf('bot');
  v.accept(v.add('owner', bot, ['COMBOSRFQ']));
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> key_scope');
  v.accept(v.add('owner', bot, ['ALL'], 100));
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> live');
  // A key of one wallet is none of another.
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=other -> wallet_not_owned');
  // Only the owner splits, merges and withdraws.
  const { wallet } = v.named('owner');
  const { account } = v.named('bot');
  expect(v.answer({ kind: 'SplitPosition', account, wallet, market: v.market, amount: 5_000_000 as never })).toBe(
    'wallet_not_owned',
  );
  v.timeMs += 100_000;
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> key_ended');
  expect(v.events({ kind: 'EndKeys' })).toBe('KeyEnded, 0 key_ended');
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> key_ended');
  expect(v.events(v.revoke('owner', bot))).toBe('KeyRevoked');
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> wallet_not_owned');
  v.end();
});

test('keys: a key of scope ALL signs batches of its wallet with the nonce of the owner, and none that change keys', () => {
  const v = new Venue('owner', 'bot');
  const [key, other] = [v.addressOf('bot'), address(`0x${'9'.repeat(40)}`)];
  const { account, wallet } = v.named('owner');
  const to = v.state.wallets[wallet]?.address as Address;
  const record = { id: `0x${'0'.repeat(64)}`, to, data: '0x', metadata: '', builder: null };
  const split = { kind: 'SplitPosition', market: v.market, amount: 5_000_000 as never } as const;
  const batch = (nonce: number, given: Partial<RelayTransaction> = {}): RelayTransaction => ({
    ...{ kind: 'RelayTransaction', type: 'WALLET', account, wallet: to, key, nonce, steps: [split] },
    ...{ startingBalance: 0 as never, record },
    ...given,
  });
  expect(v.answer(batch(0))).toBe('unknown_key');
  v.accept(v.add('owner', key, ['CLOB']));
  expect(v.answer(batch(0))).toBe('key_scope');
  v.accept(v.add('owner', key, ['ALL'], 100));
  expect(v.answer(batch(1))).toBe('relay_nonce_invalid');
  expect(v.events(batch(0))).toBe('PositionSplit, TransactionRelayed');
  expect(v.answer(batch(0))).toBe('relay_nonce_invalid');
  // A batch of the owner takes the next nonce of the same row.
  const { key: _key, ...owners } = batch(1, { steps: [] });
  expect(v.events(owners)).toBe('TransactionRelayed');
  for (const steps of [[{ kind: 'RevokeKey', key: other }], [{ ...v.add('owner', other), kind: 'AddKey' }]] as const)
    expect(v.answer(batch(2, { steps: steps as never }))).toBe('key_invalid');
  expect(v.answer(batch(2, { type: 'PROXY' }))).toBe('key_invalid');
  expect(v.answer(batch(2, { key: other }))).toBe('unknown_key');
  v.timeMs += 100_000;
  expect(v.answer(batch(2))).toBe('key_ended');
  v.end();
});

test('keys: revoking one cancels what it signed for that wallet, whole and in one entry', () => {
  const v = new Venue('owner', 'bot', 'other');
  const bot = v.addressOf('bot');
  for (const owner of ['owner', 'other']) v.accept(v.add(owner, bot));
  for (const from of ['owner', 'other', 'bot', 'owner']) v.play(v.market, `bot buy yes 10 @ 0.40 from=${from} -> live`);
  v.play(v.market, 'owner buy yes 10 @ 0.40 -> live');
  expect(v.events(v.revoke('bot', bot))).toBe('unknown_key');
  expect(v.events(v.revoke('owner', bot))).toBe('KeyRevoked, 0 key_revoked, 3 key_revoked');
  expect([v.ordersOf('bot'), v.ordersOf('owner'), v.cash('owner')]).toEqual([2, 1, '99996/4']);
  // Fewer scopes are the same as no key.
  expect(v.events(v.add('other', bot, ['COMBOSRFQ']))).toBe('KeyAdded, 1 key_revoked');
  v.end();
});

test('keys: orders of one wallet never trade with each other', () => {
  const v = new Venue('owner', 'bot', 'second');
  for (const key of ['bot', 'second']) v.accept(v.add('owner', v.addressOf(key)));
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=owner -> live', 'second buy no 10 @ 0.60 from=owner -> live');
  expect(v.book(v.market)).toBe('bids  asks 0.4x10');
  v.play(v.market, 'owner buy yes 10 @ 0.40 FAK -> fak_no_match', 'owner buy yes 10 @ 0.40 -> live');
  expect(v.book(v.market)).toBe('bids 0.4x10 asks ');
  v.end();
});

test('keys: what is wrong with a key is refused', () => {
  const v = new Venue('owner', 'bot', 'thief');
  const bot = v.addressOf('bot');
  const lent = address(`0x${'ee'.repeat(20)}`);
  v.foreign('thief buy yes 10 @ 0.40', lent, v.market);
  const wallet = v.state.walletsByAddress.get(lent) as never;
  const rows: [Partial<Command>, string][] = [
    [{ key: v.addressOf('owner') } as never, 'key_invalid'],
    [{ key: address(`0x${'be11'.repeat(8)}00000001`) } as never, 'key_invalid'],
    [{ key: address(`0x${'0'.repeat(40)}`) } as never, 'key_invalid'],
    [{ key: v.state.accounts[v.named('owner').account]?.depositWallet } as never, 'key_invalid'],
    [{ expiration: Math.floor(v.timeMs / 1000) } as never, 'key_invalid'],
    [{ label: 'x'.repeat(65) } as never, 'key_invalid'],
    [{ scopes: [] } as never, 'key_invalid'],
    [{ scopes: ['CLOB', 'CLOB'] } as never, 'key_invalid'],
    [{ scopes: [''] } as never, 'key_invalid'],
    [{ account: v.named('bot').account } as never, 'wallet_not_owned'],
    [{ account: v.named('thief').account, wallet } as never, 'wallet_not_owned'],
    [{}, 'accepted'],
    [{}, 'unchanged'],
  ];
  for (const [changes, expected] of rows)
    expect([changes, v.answer({ ...v.add('owner', bot), ...changes } as Command)]).toEqual([changes, expected]);
  v.end();
});

test('keys: an account has so many, and one that has ended gives up its place', () => {
  const v = new Venue('owner');
  const key = (number: number): Address => address(`0x${'aa'.repeat(18)}${number.toString(16).padStart(4, '0')}`);
  for (let number = 1; number < KEYS_PER_ACCOUNT_MAX; number++) v.accept(v.add('owner', key(number)));
  v.accept(v.add('owner', key(0), ['ALL'], 1));
  expect(v.answer(v.add('owner', key(999)))).toBe('too_many_keys');
  v.timeMs += 1_000;
  expect(v.events({ kind: 'EndKeys' })).toBe('KeyEnded');
  expect(v.events(v.add('owner', key(999)))).toBe('KeyRevoked, KeyAdded');
  expect(v.answer(v.add('owner', key(0)))).toBe('too_many_keys');
  // A known one is only replaced.
  expect(v.events(v.add('owner', key(1), ['ALL']))).toBe('KeyAdded');
  v.end();
});

test('keys: a key has no more open orders than one entry cancels', () => {
  const v = new Venue('owner', 'bot');
  const bot = v.addressOf('bot');
  v.accept(v.add('owner', bot));
  const { account } = v.named('bot');
  const { wallet } = v.named('owner');
  // One entry, because the checks after each command recount the whole state.
  const terms = { account, wallet, apiKey: 'key', market: v.market, outcome: 0, side: 'BUY', type: 'GTC' } as const;
  const amounts = { price: 100 as Price, size: amount('5'), expiration: 0, builder: '' };
  const resting = Array.from({ length: OPEN_ORDERS_PER_KEY_MAX }, (_, index): Event[] => {
    const order = orderNumber(index);
    const orderId = numberedOrderId(1_000_000 + index);
    return [
      { kind: 'OrderAccepted', order, orderId, ...terms, ...amounts },
      { kind: 'OrderRested', order, remaining: amount('5'), held: amount('0.05') },
    ];
  });
  v.force(...resting.flat());
  v.play(v.market, 'bot buy yes 5 @ 0.01 from=owner -> too_many_open_orders');
  v.play(v.market, 'bot buy yes 5 @ 0.01 -> live');
  const decision = v.submit(v.revoke('owner', bot));
  expect(decision.kind === 'accepted' && decision.events.length).toBe(1 + OPEN_ORDERS_PER_KEY_MAX);
  v.end();
});

test('keys: an order of a revoked API key is refused when it is decided, wherever it waited [E41]', () => {
  const v = new Venue('owner', 'bot');
  const { account } = v.named('owner');
  for (const apiKey of ['gone', 'kept']) v.accept({ kind: 'IssueApiKey', account, apiKey, nonce: apiKey });
  v.play(v.market, 'bot sell no 5 @ 0.60 -> insufficient_position', 'bot buy no 5 @ 0.60 -> live');
  const line = 'owner buy yes 5 @ 0.40';
  v.play(v.market, 'owner buy yes 5 @ 0.30 key=gone -> live');
  v.accept({ kind: 'RevokeApiKey', account, apiKey: 'gone' });
  for (const type of ['', ' FOK', ' FAK']) v.play(v.market, `${line}${type} key=gone -> unknown_api_key`);
  expect([v.cash('owner'), v.ordersOf('owner')]).toEqual(['99998.5/1.5', 1]);
  v.play(v.market, `${line} key=kept -> matched 2 for 5`);
  v.end();
});

/**
 * Keys of accounts: owners add, change and revoke them; the keys trade, cancel, read, and try what only their owner may
 * do.
 */
import { hash } from 'node:crypto';
import { type AccountId, type Address, type Command, micros, type OrderId, type WalletId } from '@bellwether/engine';
import { ownOrdersParameters } from '@bellwether/gateway/http/orders/own-parameters.ts';
import { type Acting, type Action, attempt, found } from '../acting.ts';
import { addressOf, UNIT } from '../setting.ts';
import { newOrder } from './orders.ts';
import { begin } from './reads.ts';

const KEYS_OF_A_TRADER = 3;
/** Lifetimes in seconds: some end within the run. */
const LIVES_S = [1, 2, 5, 20, 60, 3_000, 3_000] as const;
const SCOPES = [['CLOB'], ['CLOB'], ['ALL'], ['CLOB', 'RFQ'], ['RFQ']] as const;
/** Orders of the burst in which a key comes to its end. */
const ORDERS_OF_A_BURST = 8;
const BURST_MS = 40;

/** A wallet of the client and the address of one of its keys, which may be known, ended or revoked. */
interface Keyed {
  readonly wallet: WalletId;
  readonly key: Address;
}

const keyOf = ({ client, dice }: Acting): Address =>
  addressOf(`key ${dice.below(KEYS_OF_A_TRADER)} of trader ${client.trader}`);

/** Usually a key that the client's account has. */
function someKey(acting: Acting): Keyed {
  const { dice, state } = acting;
  const wallet = acting.wallet(0.02).id;
  const known = [...state.keys.ofWallet(wallet)];
  return { wallet, key: known.length > 0 && dice.chance(0.8) ? dice.pick(known).key : keyOf(acting) };
}

/** The account of a key: a key signs in like everyone else. */
const accountOf = ({ state }: Acting, key: Address): AccountId => found(state.accountsByAddress.get(key));

async function openAccount(acting: Acting, key: Address): Promise<void> {
  if (acting.state.accountsByAddress.has(key)) return;
  const startingBalance = micros(acting.dice.pick([0, 20 * UNIT]));
  await acting.send({
    kind: 'OpenAccount',
    address: key,
    depositWallet: addressOf(`wallet of ${key}`),
    startingBalance,
  });
}

function addition(acting: Acting, { wallet, key }: Keyed, lives: readonly number[] = LIVES_S): Command {
  const { account, dice, state, world } = acting;
  const expiration = Math.floor(world.wallMs / 1_000) + (dice.chance(0.04) ? -1 : dice.pick(lives));
  const wrong = dice.chance(0.04) ? dice.pick([state.accounts[account]?.address, state.wallets[wallet]?.address]) : key;
  const label = dice.chance(0.02) ? 'x'.repeat(65) : dice.pick(['', 'bot']);
  return { kind: 'AddKey', account, wallet, key: wrong ?? key, label, scopes: [...dice.pick(SCOPES)], expiration };
}

async function addKey(acting: Acting): Promise<void> {
  const keyed = { wallet: acting.wallet(0.02).id, key: keyOf(acting) };
  await openAccount(acting, keyed.key);
  await acting.send(addition(acting, keyed));
  if (acting.dice.chance(0.7)) await acting.send(orderOf(acting, keyed));
}

const orderOf = (acting: Acting, { wallet, key }: Keyed): Command =>
  newOrder(acting, { by: { account: accountOf(acting, key), wallet } });

/** A new order of a key; sometimes one that it has sent before. */
function placeByKey(acting: Acting): Promise<unknown> {
  const { dice } = acting;
  const keyed = someKey(acting);
  const account = accountOf(acting, keyed.key);
  const again = dice.chance(0.1) ? attempt(() => acting.placed((order) => order.account === account)) : null;
  return acting.send(again ?? orderOf(acting, keyed));
}

/** A key and its owner name each other's orders, and their own. */
function cancelByKey(acting: Acting): Promise<unknown> {
  const { dice, state } = acting;
  const { wallet, key } = someKey(acting);
  const both = [accountOf(acting, key), found(state.wallets[wallet]).account];
  const account = dice.weighted([
    [3, both[0] as AccountId],
    [1, both[1] as AccountId],
  ]);
  if (dice.chance(0.15)) return acting.send({ kind: 'CancelMatching', account, market: null, outcome: null });
  const orders = both.flatMap((of) => [...(state.accounts[of]?.openOrders.values() ?? [])]);
  const orderIds: OrderId[] = Array.from({ length: dice.between(1, 4) }, () => acting.pick(orders).orderId);
  return acting.send({ kind: 'CancelOrders', account, orderIds });
}

/** Revokes a key while it trades. */
async function revokeKey(acting: Acting): Promise<void> {
  const { account, client, dice, world } = acting;
  const { wallet, key } = someKey(acting);
  const places = dice.pick([0, 0, 1, 3]);
  const racing = Array.from({ length: places }, async () => {
    const order = attempt(() => orderOf(acting, { wallet, key }));
    if (order !== null) await client.send(order, dice, { gateway: dice.pick(world.gateways) });
  });
  await Promise.all([...racing, acting.send({ kind: 'RevokeKey', account, wallet, key })]);
}

/** A key trades until its end, and a moment longer. */
async function tradeToTheEnd(acting: Acting): Promise<void> {
  const { client, dice, world } = acting;
  const keyed = { wallet: acting.wallet(0).id, key: keyOf(acting) };
  await openAccount(acting, keyed.key);
  await acting.send(addition(acting, keyed, [1, 2]));
  const { expiration } = found(acting.state.keys.find(keyed.wallet, keyed.key));
  await client.pause(Math.max(0, expiration * 1_000 - world.wallMs - BURST_MS / 2));
  const orders: Promise<unknown>[] = [];
  for (let sent = 0; sent < ORDERS_OF_A_BURST; sent++) {
    const order = attempt(() => orderOf(acting, keyed));
    if (order !== null) orders.push(client.send(order, dice, { isPatient: false }));
    await client.pause(BURST_MS / ORDERS_OF_A_BURST);
  }
  await Promise.all(orders);
}

/** A batch of the wallet that a key signs, mostly with the owner's next nonce. */
function batchOfKey(acting: Acting): Promise<unknown> {
  const { account, dice, known, state } = acting;
  const { wallet, key } = someKey(acting);
  const { address } = found(state.wallets[wallet]);
  const next = found(state.accounts[account]).relayNonces.WALLET;
  const { id: market } = found(state.markets[found(known.hot[0])]);
  const split = { kind: 'SplitPosition', market, amount: micros(1 + dice.below(1_000)) } as const;
  const revoking = { kind: 'RevokeKey', key } as const;
  const id = `0x${hash('sha256', acting.name('batch of key'), 'hex')}`;
  return acting.send({
    ...{ kind: 'RelayTransaction', type: 'WALLET', account, wallet: address, key },
    nonce: next + (dice.chance(0.05) ? 1 : 0),
    steps: [dice.chance(0.05) ? revoking : split],
    startingBalance: micros(0),
    record: { id, to: address, data: '0x', metadata: '', builder: null },
  });
}

/** A key tries what only its owner may do. */
function overreach(acting: Acting): Promise<unknown> {
  const { dice, known, state } = acting;
  const { wallet, key } = someKey(acting);
  const of = { account: accountOf(acting, key), wallet };
  const amount = micros(1 + dice.below(1_000));
  const { address } = found(state.wallets[wallet]);
  const record = { id: `0x${'0'.repeat(64)}`, to: address, data: '0x', metadata: '', builder: null };
  const batch = { type: 'WALLET', account: of.account, wallet: address, nonce: 0, steps: [] } as const;
  const market = found(state.markets[found(known.hot[0])]).id;
  return acting.send(
    dice.pick<Command>([
      { kind: 'SplitPosition', ...of, market, amount },
      { kind: 'MergePositions', ...of, market, amount },
      { ...addition(acting, { wallet, key: keyOf(acting) }), account: of.account } as Command,
      { kind: 'RevokeKey', ...of, key },
      { kind: 'RelayTransaction', ...batch, startingBalance: micros(0), record },
    ]),
  );
}

/** A key or its owner lists its open orders, or names an order of the other. */
async function readOrdersOfKey(acting: Acting): Promise<void> {
  const { client, dice, world } = acting;
  const { view } = client;
  if (view === null) return client.move();
  // Without a read store there are no rows.
  if (!world.features.has('read_store')) return;
  const { state } = view;
  const { wallet, key } = someKey(acting);
  const both = [accountOf(acting, key), found(state.wallets[wallet]).account].map((id) => found(state.accounts[id]));
  const [reader, other] = dice.chance(0.7) ? both : both.toReversed();
  const named = dice.chance(0.5) ? [...found(other).openOrders.values()][0]?.orderId : undefined;
  const query = { ...(named !== undefined && { id: named }), next_cursor: '' };
  const caller = { account: found(reader), apiKey: 'a key' as never };
  const parameters = ownOrdersParameters(query, { kind: 'offset', offset: 0 }, caller, view);
  const done = begin(acting, view.node, 'rows');
  const answer = await client.gateway.read('own-orders', { ...parameters, listsTrades: false });
  world.count(`read of a key's orders ${answer.kind}`);
  if (answer.kind !== 'value') return;
  const { data } = answer.value as { readonly data: readonly { readonly id: OrderId }[] };
  world.count('orders shown to keys and their owners', data.length);
  const value = String(found(reader).id);
  done(
    answer.sequence,
    data.map((order) => ({ subject: `account of ${order.id}`, value })),
  );
}

const ROWS: readonly Action[] = [
  { kind: 'add key', weight: 25, act: addKey },
  { kind: 'place by key', weight: 90, act: placeByKey },
  { kind: 'cancel by key', weight: 25, act: cancelByKey },
  { kind: 'revoke key', weight: 12, act: revokeKey },
  { kind: 'trade to the end of a key', weight: 8, act: tradeToTheEnd },
  { kind: 'batch of a key', weight: 15, act: batchOfKey },
  { kind: 'overreach of a key', weight: 10, act: overreach },
  { kind: 'read orders of key', weight: 15, isSilent: true, act: readOrdersOfKey },
];

export const ACCOUNT_KEYS: readonly Action[] = ROWS.map((row) => ({ ...row, needs: 'account_keys' }));

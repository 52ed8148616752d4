/** Histories in which a key of an account does more than it may. */
import { accountId, address, type Event, micros, type PlaceOrder, type RelayTransaction } from '@bellwether/engine';
import type { Breaking, History, Logged } from './history.ts';
import { order, replaceLast, row, SPLIT } from './history.ts';

const OWNER = { account: SPLIT.account, wallet: SPLIT.wallet };
/** The second account is a key of the first one's wallet. */
const KEY = { ...OWNER, key: address(`0x${'b'.repeat(40)}`) };
const LIFE_S = 60;

function addKey(history: History, scopes: readonly string[] = ['CLOB']): void {
  const expiration = Math.floor(history.timeMs / 1_000) + LIFE_S;
  history.do({ kind: 'AddKey', ...KEY, label: '', scopes, expiration });
}

/** An order of the key for the owner's wallet. */
const ofKey = (salt: number): PlaceOrder => order(salt, { account: accountId(1) });

const RECORD = { id: `0x${'0'.repeat(64)}`, to: KEY.key, data: '0x', metadata: '', builder: null };
/** A batch of the owner's wallet that the key signed, and its event. */
const BATCH: RelayTransaction = {
  ...{ kind: 'RelayTransaction', type: 'WALLET', account: KEY.account, wallet: address(`0x${'a'.repeat(40)}`) },
  ...{ key: KEY.key, nonce: 0, steps: [], startingBalance: micros(0), record: RECORD },
};
const BATCHED = { kind: 'TransactionRelayed', type: 'WALLET', ...OWNER, nonce: 0, ...RECORD } as const;

/** Logs what placing the order causes as long as the key may; used once it may no longer. */
function placeAnyway(history: History, events: readonly Event[]): void {
  history.call(ofKey(9));
  const { nextOrderNumber } = history.state;
  history.log(
    ofKey(9),
    events.map((event) => ({
      ...event,
      ...('order' in event && { order: nextOrderNumber }),
      ...('orderId' in event && { orderId: ofKey(9).orderId }),
    })) as Event[],
  );
}

/** The last entry without its cancels. */
const withoutCancels = (history: History): void =>
  replaceLast(history, 'logged', (fact: Logged) => ({
    ...fact,
    entries: fact.entries.map((entry) => ({
      ...entry,
      events: entry.events.filter(({ kind }) => kind !== 'OrderCanceled'),
    })),
  }));

export const BREAKING_KEYS: readonly Breaking[] = [
  row('keys-keep-within', 'a revoked key places an order', (history, isBroken) => {
    addKey(history);
    history.do(ofKey(1));
    const events = history.lastEvents;
    history.do({ kind: 'RevokeKey', ...KEY });
    if (isBroken) placeAnyway(history, events);
  }),
  row('keys-keep-within', 'a key places an order after its end', (history, isBroken) => {
    addKey(history);
    history.do(ofKey(1));
    const events = history.lastEvents;
    history.timeMs += LIFE_S * 1_000;
    if (isBroken) placeAnyway(history, events);
  }),
  row('keys-keep-within', 'a key places an order although it never was one', (history, isBroken) => {
    history.do(order(1));
    const events = history.lastEvents.map((event) =>
      event.kind === 'OrderAccepted' ? { ...event, account: accountId(1) } : event,
    );
    if (isBroken) placeAnyway(history, events);
  }),
  row('keys-keep-within', 'the orders of a revoked key stay', (history, isBroken) => {
    addKey(history);
    history.do(ofKey(1));
    history.do({ kind: 'RevokeKey', ...KEY });
    if (isBroken) withoutCancels(history);
  }),
  row('keys-keep-within', 'the orders of an ended key stay', (history, isBroken) => {
    addKey(history);
    history.do(ofKey(1));
    history.timeMs += LIFE_S * 1_000;
    history.decided({ kind: 'EndKeys' });
    if (isBroken) withoutCancels(history);
  }),
  row('keys-keep-within', 'a key cancels an order of its owner', (history, isBroken) => {
    addKey(history);
    history.do(order(1));
    const { orderId } = order(1);
    const account = isBroken ? accountId(1) : OWNER.account;
    const number = history.state.openOrders.values().next().value?.number;
    history.call({ kind: 'CancelOrders', account, orderIds: [orderId] });
    history.log({ kind: 'CancelOrders', account, orderIds: [orderId] }, [
      { kind: 'OrderCanceled', order: number as never, reason: 'user' },
    ]);
  }),
  row('reads-are-true', 'an owner is shown the order of a key', (history, isBroken) => {
    addKey(history);
    history.do(ofKey(1));
    const account = isBroken ? OWNER.account : accountId(1);
    const value = `${history.state.nextOrderNumber - 1}`;
    history.read(history.state.sequence, [{ subject: `open orders of account ${account}`, value }]);
  }),
  row('reads-are-true', 'a key is shown an order of its owner by its id', (history, isBroken) => {
    addKey(history);
    history.do(order(1));
    const { orderId, account } = order(1);
    history.read(history.state.sequence, [{ subject: `account of ${orderId}`, value: `${isBroken ? 1 : account}` }]);
  }),
  row('keys-keep-within', 'a key signs a batch without the scope for it', (history, isBroken) => {
    addKey(history, isBroken ? ['CLOB'] : ['ALL']);
    history.call(BATCH);
    history.log(BATCH, [BATCHED]);
  }),
  row('keys-keep-within', 'a key splits money of its owner', (history, isBroken) => {
    addKey(history);
    const { wallet, market, amount } = SPLIT;
    const command = { ...SPLIT, account: isBroken ? accountId(1) : OWNER.account };
    history.call(command);
    history.log(command, [{ kind: 'PositionSplit', wallet, market, amount }]);
  }),
];

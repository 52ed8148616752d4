/** Histories in which due work is late or the venue's time goes wrong. */
import { address, type Micros, type PlaceOrder } from '@bellwether/engine';
import type { Fact } from '../facts.ts';
import { type Breaking, type History, type Logged, order, replaceLast, row, SPLIT } from './history.ts';

/** An order that expires after a minute. */
const expiring = ({ timeMs }: History): PlaceOrder =>
  order(1, { type: 'GTD', expiration: Math.floor(timeMs / 1_000) + 61 });

/** Arms an API key. */
function arm(history: History): void {
  const { account } = SPLIT;
  history.do({ kind: 'IssueApiKey', account, apiKey: 'key', nonce: '0' });
  history.do({ kind: 'Beat', account, apiKey: 'key', heartbeatId: null, nextId: 'beat' });
}

/** A node shows an entry that is no longer the last. */
const showsOld =
  (leads: boolean, laterMs: readonly [number, number]) =>
  (history: History, isBroken: boolean): void => {
    history.do(SPLIT);
    const { sequence } = history.state;
    history.do(SPLIT);
    const atMs = history.timeMs + laterMs[isBroken ? 1 : 0];
    history.facts.push({ kind: 'current', node: 0, leads, sequence, atMs });
  };

export const BREAKING_TIME: readonly Breaking[] = [
  row('not-old', 'a node that leads shows what is old after its lease', showsOld(true, [2_500, 4_000])),
  row(
    'not-old',
    'a node that follows shows what is old, and has heard of no leader for long',
    showsOld(false, [12_000, 25_000]),
  ),
  row('lateness', 'an order is open long after its expiration', (history, isBroken) => {
    history.do(expiring(history));
    history.timeMs += isBroken ? 120_000 : 60_000;
    history.call(SPLIT);
  }),
  row('lateness', 'what is due waits for a leader that has read damage and goes on', (history, isBroken) => {
    history.do(expiring(history));
    history.facts.push({ kind: 'fault', fault: 'damaged_read' });
    if (!isBroken) history.facts.push({ kind: 'gone', epoch: history.epoch });
    history.timeMs += 120_000;
    history.call(SPLIT);
  }),
  row('lateness', 'what is due waits for a leader that lives, and another one has ended', (history, isBroken) => {
    const [ended, leads] = isBroken ? [1, 2] : [2, 2];
    history.facts.push({ kind: 'epoch', epoch: leads });
    history.epoch = leads;
    history.do(expiring(history));
    history.facts.push({ kind: 'gone', epoch: ended });
    history.timeMs += 120_000;
    history.call(SPLIT);
  }),
  row('lateness', 'a market trades long after its closing time', (history, isBroken) => {
    const closeTimeMs = history.timeMs + 10_000;
    history.do({ kind: 'UpdateMarket', market: SPLIT.market, changes: { closeTimeMs } });
    history.timeMs += isBroken ? 60_000 : 5_000;
    history.call(SPLIT);
  }),
  row('lateness', 'orders are left in a market that was opened again and has ended', (history, isBroken) => {
    const { market } = SPLIT;
    history.do(order(1));
    const closeTimeMs = history.timeMs + 10_000;
    history.do({ kind: 'UpdateMarket', market, changes: { closeTimeMs } });
    history.timeMs += 11_000;
    if (!isBroken) history.decided({ kind: 'EndTrading' } as never);
    if (!isBroken) history.decided({ kind: 'EndTrading' } as never);
    // The leader's time goes on, and so does the log.
    history.timeMs += 30_000;
    history.do({ ...SPLIT, amount: 1_000_000 as Micros });
    history.call(SPLIT);
  }),
  row('lateness', 'a result is not settled', (history, isBroken) => {
    history.do({ kind: 'ResolveMarket', market: SPLIT.market, payouts: [10_000, 0] });
    if (!isBroken) history.decided({ kind: 'SettleMarket', market: SPLIT.market } as never);
    history.timeMs += 60_000;
    history.call(SPLIT);
  }),
  row('lateness', 'a result is not settled for seconds, and no append is slow', (history, isBroken) => {
    if (!isBroken) history.facts.push({ kind: 'fault', fault: 'append_slow' });
    history.do({ kind: 'ResolveMarket', market: SPLIT.market, payouts: [10_000, 0] });
    history.timeMs += 4_000;
    history.call(SPLIT);
  }),
  row('lateness', 'a silent API key does not miss its heartbeat', (history, isBroken) => {
    arm(history);
    history.timeMs += isBroken ? 120_000 : 8_000;
    history.call(SPLIT);
  }),
  row('lateness', 'the time of a leader stands still, and what is due waits', (history, isBroken) => {
    history.do(expiring(history));
    const trueMs = history.timeMs + 120_000;
    if (!isBroken) history.timeMs += 62_000;
    if (!isBroken) history.decided({ kind: 'ExpireOrders' } as never);
    history.do({ ...SPLIT, amount: 1_000_000 as Micros });
    replaceLast(history, 'logged', (fact: Logged) => ({ ...fact, atMs: trueMs }));
    history.call(SPLIT);
    replaceLast(history, 'called', (fact: Extract<Fact, { kind: 'called' }>) => ({ ...fact, atMs: trueMs + 10 }));
  }),
  row('lateness', 'a key counts long after its end', (history, isBroken) => {
    const expiration = Math.floor(history.timeMs / 1_000) + 10;
    const { account, wallet } = SPLIT;
    const key = address(`0x${'b'.repeat(40)}`);
    history.do({ kind: 'AddKey', account, wallet, key, label: '', scopes: ['CLOB'], expiration });
    history.timeMs += 60_000;
    if (!isBroken) history.decided({ kind: 'EndKeys' });
    history.call(SPLIT);
  }),
  row('fresh-period', 'a key misses its heartbeat before it was renewed', (history, isBroken) => {
    arm(history);
    history.facts.push({ kind: 'epoch', epoch: 2 });
    history.epoch = 2;
    if (!isBroken) history.decided({ kind: 'RenewHeartbeats' } as never);
    history.timeMs += 20_000;
    history.decided({ kind: 'ExpireHeartbeats' } as never);
  }),
  row('venue-time', 'a leader counts an hour in a moment', (history, isBroken) => {
    history.do(SPLIT);
    history.timeMs += 3_600_000;
    history.do(SPLIT);
    if (isBroken) replaceLast(history, 'logged', (fact: Logged) => ({ ...fact, atMs: fact.atMs - 3_600_000 }));
  }),
  row('venue-time', 'a leader stands still for an hour', (history, isBroken) => {
    history.do(SPLIT);
    history.do(SPLIT);
    if (isBroken) replaceLast(history, 'logged', (fact: Logged) => ({ ...fact, atMs: fact.atMs + 3_600_000 }));
  }),
];

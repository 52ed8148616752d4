/**
 * Histories that break each rule, alone or among others, as a wrong venue would. Each is a sound history, which must
 * pass, plus one error.
 */
import type { Event, Market, Micros, Position, State, Wallet } from '@bellwether/engine';
import { EXAMINATIONS, type Examination, type Fact } from '../facts.ts';
import { bookText } from '../timeline.ts';
import { BREAKING_HOUSES } from './breaking-houses.ts';
import { BREAKING_KEYS } from './breaking-keys.ts';
import { BREAKING_TIME } from './breaking-time.ts';
import { answerOf, type Breaking, type History, type Logged, order, replaceLast, row, SPLIT, sale } from './history.ts';

const KEYED = { by: SPLIT.account, key: 'key-1', hash: '0'.repeat(32) };

/** Row with a sound history and a damaged state, in which two orders rest. */
const spoiled = (rule: string, what: string, spoil: (state: State) => void): Breaking => ({
  ...row(rule, what, (history) => {
    history.do(order(1, { makerAmount: 4_000_000 as Micros }));
    history.do(sale(2, { takerAmount: 6_000_000 as Micros }));
  }),
  spoil,
});

/** Row whose history ends in a fact, with or without the error. */
const fact = (rule: string, what: string, make: (isBroken: boolean, history: History) => Fact): Breaking =>
  row(rule, what, (history, isBroken) => void history.facts.push(make(isBroken, history)));

/** Row of an examination: it finds something, or nothing. */
const examination = (by: Examination): Breaking =>
  fact(by, 'it found something', (isBroken) => {
    return { kind: 'examined', by, problem: isBroken ? 'a row is missing' : null };
  });

const probed = (answeredAfterMs: number | null, withinMs?: number): Fact => ({
  kind: 'probed',
  what: 'an order',
  answeredAfterMs,
  ...(withinMs !== undefined && { withinMs }),
});

/** A gateway at the end of the history. */
const seen = (
  { state, hash, stateHash }: History,
  given: false | { readonly sequence?: number; readonly hash?: string; readonly stateHash?: string | null },
): Fact => ({ kind: 'state', of: 'a gateway', sequence: state.sequence, hash, stateHash, ...given });

const withEvents = (fact: Logged, change: (events: readonly Event[]) => readonly Event[]): Fact => ({
  ...fact,
  entries: fact.entries.map((entry) => ({ ...entry, events: change(entry.events) })),
});

export const BREAKING: readonly Breaking[] = [
  fact('log-continues', 'the last entry of the log cannot be read any more', (isBroken, { hashes }) => ({
    kind: 'log',
    hashes: isBroken ? hashes.slice(0, -1) : hashes,
  })),
  fact('log-continues', 'an entry reads otherwise than it was written', (isBroken, { hashes }) => ({
    kind: 'log',
    hashes: isBroken ? ['0'.repeat(64), ...hashes.slice(1)] : hashes,
  })),
  row('log-can-be-folded', 'time goes back', (history, isBroken) => {
    history.do(SPLIT);
    if (isBroken)
      replaceLast(history, 'logged', (fact: Logged) => ({
        ...fact,
        entries: fact.entries.map((entry) => ({ ...entry, timeMs: entry.timeMs - 1_000 })),
      }));
  }),
  row('log-continues', 'a record does not continue the chain', (history, isBroken) => {
    history.do(SPLIT);
    if (isBroken) replaceLast(history, 'logged', (fact: Logged) => ({ ...fact, previousHash: '0'.repeat(64) }));
  }),
  row('log-can-be-folded', 'an entry is missing', (history, isBroken) => {
    history.do(SPLIT);
    if (isBroken) history.facts.splice(history.facts.length - 2, 1);
    history.do(SPLIT);
  }),
  row('log-can-be-folded', 'an event that cannot be applied', (history, isBroken) => {
    const missing = { kind: 'OrderCanceled', order: 77, reason: 'user' } as unknown as Event;
    if (isBroken) history.log(SPLIT, [missing], { isFolded: false });
  }),
  row('fenced', 'an earlier writer writes on', (history, isBroken) => {
    history.facts.push({ kind: 'epoch', epoch: 2 });
    if (!isBroken) history.epoch = 2;
    history.do(SPLIT);
  }),
  fact('fenced', 'an epoch is taken twice', (isBroken) => ({ kind: 'epoch', epoch: isBroken ? 1 : 2 })),
  row('fenced', 'a leader acknowledges what a later one has written', (history, isBroken) => {
    history.facts.push({ kind: 'epoch', epoch: 2 });
    history.epoch = 2;
    history.do(SPLIT);
    const { sequence } = history.state;
    history.facts.push({ kind: 'released', epoch: isBroken ? 1 : 2, sequence });
  }),
  row('fenced', 'a leader acknowledges what is not in the log', (history, isBroken) => {
    history.do(SPLIT);
    history.facts.push({ kind: 'released', epoch: 1, sequence: history.state.sequence + (isBroken ? 1 : 0) });
  }),
  row('log-can-be-folded', 'a retry doubles', (history, isBroken) => {
    history.do(order(1));
    const first = history.state.sequence;
    const attempt = history.call(order(1));
    const events = history.lastEvents.map((event) => ('order' in event ? { ...event, order: 1 } : event));
    const result = { status: 'live', making: 0, taking: 0, sequence: first } as never;
    if (isBroken) history.log(order(1), events as Event[], { isFolded: false });
    else history.answer(attempt, { kind: 'duplicate', result });
  }),
  row('repeats-are-told-the-first', 'a repeat is told of another order', (history, isBroken) => {
    history.do(order(1));
    const first = history.state.sequence;
    history.do(order(2));
    const result = { status: 'live', making: 0, taking: 0, sequence: isBroken ? first + 1 : first } as never;
    history.told(order(1), { kind: 'duplicate', result });
  }),
  row('request-once', 'a request with a key is done twice', (history, isBroken) => {
    history.do({ ...SPLIT, request: KEYED });
    if (isBroken) history.log({ ...SPLIT, request: KEYED }, history.lastEvents);
  }),
  row('request-once', 'another request under the same key is done', (history, isBroken) => {
    history.do({ ...SPLIT, request: KEYED });
    const other = { ...KEYED, hash: '1'.repeat(32) };
    const { hash } = other;
    const events = history.lastEvents.map((event) => (event.kind === 'RequestKept' ? { ...event, hash } : event));
    if (isBroken) history.log({ ...SPLIT, request: other }, events);
  }),
  row('request-once', 'a repeat is told of another entry', (history, isBroken) => {
    history.do({ ...SPLIT, request: KEYED });
    const { sequence } = history.state;
    history.told({ ...SPLIT, request: KEYED }, { kind: 'repeated', sequence: isBroken ? sequence - 1 : sequence });
  }),
  spoiled('conservation', 'a micro from nowhere, which the totals have as well', ({ wallets, totals }) => {
    (wallets[0] as Wallet).free = ((wallets[0] as Wallet).free + 1) as Micros;
    totals.free = (totals.free + 1) as Micros;
    totals.collateral = (totals.collateral + 1) as Micros;
  }),
  spoiled('conservation', 'a fee is not where fees go', ({ markets }) => {
    (markets[0] as Market).locked = ((markets[0] as Market).locked - 1) as Micros;
  }),
  spoiled('conservation', 'more NO than YES', ({ wallets }) => {
    const position = (wallets[2] as Wallet).positions.get(SPLIT.market) as Position;
    position.free[1] = (position.free[1] + 1) as Micros;
  }),
  spoiled('conservation', 'a negative balance', ({ wallets }) => {
    const [first, second] = [wallets[0] as Wallet, wallets[2] as Wallet];
    second.free = (second.free + first.free + 1) as Micros;
    first.free = -1 as Micros;
  }),
  spoiled('conservation', 'a hold without its order', ({ wallets }) => {
    const wallet = wallets[0] as Wallet;
    wallet.free = (wallet.free - 10) as Micros;
    wallet.held = (wallet.held + 10) as Micros;
  }),
  spoiled('conservation', 'a crossed book', ({ markets, openOrders }) => {
    const bid = [...openOrders.values()].find(({ side }) => side === 'BUY');
    const { book } = markets[0] as Market;
    if (bid === undefined) throw new Error('there is a bid');
    book?.remove(bid);
    book?.insert(Object.assign(bid, { bookPrice: 9_000 }));
  }),
  spoiled('engine-invariants', 'totals that do not add up', ({ totals }) => {
    totals.fees = (totals.fees + 1) as Micros;
  }),
  spoiled('results-pay', 'a micro of another account', ({ wallets }) => {
    const [first, second] = [wallets[0] as Wallet, wallets[2] as Wallet];
    second.free = (second.free + 1) as Micros;
    first.free = (first.free - 1) as Micros;
  }),
  spoiled('oracle-ledger', 'a balance that is not the oracle’s', ({ wallets }) => {
    const [first, second] = [wallets[0] as Wallet, wallets[2] as Wallet];
    second.free = (second.free + 1) as Micros;
    first.free = (first.free - 1) as Micros;
  }),
  spoiled('oracle-ledger', 'a level that is not the oracle’s', ({ markets, openOrders }) => {
    const bid = [...openOrders.values()].find(({ side }) => side === 'BUY');
    if (bid !== undefined) (markets[0] as Market).book?.reduce(bid, 1 as Micros);
  }),
  row('oracle-decides', 'a trade a tick too dear', (history, isBroken) => {
    history.do(sale(1));
    history.do(order(2));
    if (isBroken)
      replaceLast(history, 'logged', (fact: Logged) =>
        withEvents(fact, (events) =>
          events.map((event) => (event.kind === 'TradeExecuted' ? { ...event, fee: 10 as never } : event)),
        ),
      );
  }),
  row('oracle-decides', 'what had to be refused was done', (history, isBroken) => {
    const events = [{ kind: 'Withdrawn', wallet: SPLIT.wallet, amount: 1_000 }] as never;
    const amount = (isBroken ? 2_000_000_000 : 1_000) as never;
    history.call({ kind: 'Withdraw', wallet: SPLIT.wallet, amount });
    history.log({ kind: 'Withdraw', wallet: SPLIT.wallet, amount }, events);
  }),
  row('acknowledged-once', 'an acknowledged command is not in the log', (history, isBroken) => {
    const attempt = history.call(SPLIT);
    const { sequence } = history.state;
    if (!isBroken) history.decided(SPLIT);
    const { wallet, market, amount } = SPLIT;
    const events: Event[] = [{ kind: 'PositionSplit', wallet, market, amount }];
    history.answer(attempt, { kind: 'accepted', sequence: sequence + 1, events, notCanceled: {} });
  }),
  row('acknowledged-once', 'two commands are told of one entry', (history, isBroken) => {
    history.do(SPLIT);
    const { sequence } = history.state;
    const attempt = history.call(SPLIT);
    const decision = history.decided(SPLIT);
    history.answer(attempt, answerOf(decision, isBroken ? sequence : history.state.sequence));
  }),
  row('acknowledged-once', 'a command is told of another one’s entry', (history, isBroken) => {
    const attempt = history.call(SPLIT);
    const decision = history.decided(isBroken ? { ...SPLIT, amount: 1 as never } : SPLIT);
    history.answer(attempt, answerOf(decision, history.state.sequence));
  }),
  row('acknowledged-once', 'a refused command is in the log', (history, isBroken) => {
    const attempt = history.call(SPLIT);
    if (isBroken) history.decided(SPLIT);
    history.answer(attempt, { kind: 'not_done', code: 'malformed' });
  }),
  row('acknowledged-once', 'an unknown command is in the log twice', (history, isBroken) => {
    history.call(SPLIT);
    history.decided(SPLIT);
    if (isBroken) history.decided(SPLIT);
  }),
  row('acknowledged-once', 'a command that no one sent is in the log', (history, isBroken) => {
    if (isBroken) history.decided(SPLIT);
  }),
  row('real-time-order', 'acknowledged first, later in the log', (history, isBroken) => {
    const early = history.call(SPLIT);
    const decision = history.decided(SPLIT);
    const { sequence } = history.state;
    history.do({ ...SPLIT, amount: 1_000_000 as never }, 1);
    if (!isBroken) return history.answer(early, answerOf(decision, sequence));
    // Sent after the other was acknowledged, but before it in the log.
    const at = history.facts.findIndex((fact) => fact.kind === 'called' && fact.attempt === early);
    history.facts.push(...history.facts.splice(at, 1));
    history.answer(early, answerOf(decision, sequence));
  }),
  row('oracle-answers', 'a refusal without a reason', (history, isBroken) => {
    const command = { kind: 'Withdraw', wallet: SPLIT.wallet, amount: 5_000_000_000 } as const;
    history.told(command as never, { kind: 'reject', code: isBroken ? 'unknown_wallet' : 'insufficient_balance' });
  }),
  row('oracle-answers', 'nothing to do, where there was', (history, isBroken) =>
    history.told({ kind: 'SetMode', mode: isBroken ? 'disabled' : 'open' }, { kind: 'unchanged', notCanceled: {} }),
  ),
  row('oracle-answers', 'a refusal that was true before the call alone', (history, isBroken) => {
    history.do({ kind: 'SetMode', mode: 'disabled' });
    const early = isBroken ? -1 : history.call(SPLIT);
    history.do({ kind: 'SetMode', mode: 'open' });
    const attempt = isBroken ? history.call(SPLIT) : early;
    history.answer(attempt, { kind: 'reject', code: 'mode_disabled' });
  }),
  row('oracle-answers', 'a leader that was replaced says what was never so', (history, isBroken) => {
    history.do({ kind: 'SetMode', mode: 'disabled' });
    const { sequence } = history.state;
    history.do({ kind: 'SetMode', mode: 'open' });
    const knew = isBroken ? sequence - 1 : sequence;
    history.told(SPLIT, { kind: 'reject', code: 'mode_disabled' }, [knew, knew]);
  }),
  row('oracle-answers', 'an answer with other events than the log', (history, isBroken) => {
    const attempt = history.call(SPLIT);
    const decision = history.decided(SPLIT);
    const answer = answerOf(decision, history.state.sequence);
    history.answer(attempt, isBroken ? ({ ...answer, events: [] } as never) : answer);
  }),
  row('read-your-writes', 'a client does not see what it was told', (history, isBroken) => {
    history.do(SPLIT, 3);
    history.read(isBroken ? history.state.sequence - 1 : history.state.sequence, [], 3);
  }),
  row('reads-go-forward', 'a read shows less than the one before', (history, isBroken) => {
    history.do(SPLIT, 3);
    history.read(history.state.sequence, [], 4);
    history.read(isBroken ? history.state.sequence - 1 : history.state.sequence, [], 4);
  }),
  row('reads-are-true', 'a balance that never was', (history, isBroken) => {
    const { free, held } = history.state.wallets[0] as { free: number; held: number };
    const value = `${free + (isBroken ? 1 : 0)} ${held}`;
    history.read(history.state.sequence, [{ subject: 'wallet 0', value }]);
  }),
  row('reads-are-true', 'a read of what is not durable', (history, isBroken) =>
    history.read(history.state.sequence + (isBroken ? 1 : 0)),
  ),
  row('client-books', 'a level that is not there', (history, isBroken) => {
    history.do(order(1));
    const market = history.state.markets[0] as never;
    const text = bookText(market) + (isBroken ? ' 6000x1' : '');
    const { bookVersion: version } = market as { bookVersion: number };
    history.facts.push({ kind: 'book', client: 0, market: 0, version, text });
  }),
  row('client-books', 'a feed with a gap', ({ facts }, isBroken) => {
    if (isBroken) facts.push({ kind: 'feed', client: 0, message: '1 of 1 of sequence 7 follows 1 of 1 of sequence 5' });
  }),
  fact('one-state', 'a follower is elsewhere', (isBroken, history) => seen(history, isBroken && { stateHash: '0' })),
  fact('one-state', 'a follower of another log', (isBroken, history) => seen(history, isBroken && { hash: '0' })),
  fact('one-state', 'a follower is ahead of the log', (isBroken, history) =>
    seen(history, { stateHash: null, sequence: history.state.sequence + (isBroken ? 1 : 0) }),
  ),
  fact('bounded', 'a queue beyond its bound', (isBroken) => ({
    kind: 'filled',
    what: 'commands that wait',
    size: isBroken ? 10_001 : 10_000,
    bound: 10_000,
  })),
  row('bounded', 'a record of too many entries', (history, isBroken) => {
    history.do({ ...SPLIT, amount: 1 as Micros });
    if (isBroken)
      replaceLast(history, 'logged', (fact: Logged) => ({
        ...fact,
        entries: Array.from({ length: 257 }, (_, index) => ({
          ...(fact.entries[0] as Logged['entries'][0]),
          sequence: (fact.entries[0]?.sequence ?? 0) + index,
        })),
      }));
  }),
  fact('progress', 'no answer once faults have stopped', (isBroken) => probed(isBroken ? null : 40)),
  fact('progress', 'a late answer once faults have stopped', (isBroken) => probed(isBroken ? 10_001 : 10_000)),
  fact('progress', 'one of many orders waits for a timer', (isBroken) => probed(isBroken ? 240 : 20, 120)),
  row('room-is-kept', 'an order is taken although the disk is almost full', (history, isBroken) => {
    const attempt = isBroken ? null : history.call(order(1));
    history.facts.push({ kind: 'room', epoch: 1, isFull: true });
    if (attempt === null) history.do(order(1));
    else history.answer(attempt, answerOf(history.decided(order(1)), history.state.sequence));
  }),
  ...BREAKING_HOUSES,
  ...BREAKING_KEYS,
  ...BREAKING_TIME,
  ...EXAMINATIONS.map(examination),
];

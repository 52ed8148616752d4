import {
  type CatalogId,
  type ConditionId,
  createState,
  type Event,
  type MarketDefinition,
  type MarketId,
} from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { type Reader, ReaderUnavailable, ReadStoreRebuilding } from '@bellwether/ports/reader.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import { EventTexts } from './event-texts.ts';
import { TEXTS_PAUSE_MS, TEXTS_WAIT_MS } from './limits.ts';

const EVENT = 7 as CatalogId;
const BUSY = new ReaderUnavailable('the rows do not show entry 7 yet');
const text = (title: string) => ({ ticker: 't', title, description: 'd', tagSlugs: ['snow'] });
const resolve = { kind: 'ResolveMarket', market: 0 as MarketId, payouts: [10_000, 0] } as const;
const entry = (...events: readonly Partial<Event>[]) =>
  ({ sequence: 1, timeMs: 0, command: null, events: events as Event[] }) as const;
const edited = (changes: object) => entry({ kind: 'CatalogEventUpdated', catalogEvent: EVENT, changes });

/** A state with one market of the event, and an exchange that holds every command until it is released. */
function setUp(read: Reader['read']) {
  const state = createState();
  state.markets.push({ catalogEvent: EVENT } as never);
  const faults: object[] = [];
  const runtime = new ManualRuntime();
  const texts = new EventTexts({ read }, runtime, { error: (details) => void faults.push(details) });
  const outcome = Promise.withResolvers<ExchangeOutcome>();
  const arrived = Promise.withResolvers<void>();
  const submit = () => {
    arrived.resolve();
    return outcome.promise;
  };
  return {
    texts,
    exchange: texts.around({ submit }, state),
    state,
    faults,
    runtime,
    arrived: arrived.promise,
    goOn: () => outcome.resolve({ kind: 'unchanged', notCanceled: {} }),
  };
}

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const answerOf = (title: string) =>
  ({ body: bytesOf([{ id: EVENT, ...text(title) }]), encoding: null, headers: {}, cpuMs: 0 }) as const;

test('event texts: read before the command reaches the exchange, forgotten when it is through', async () => {
  const { texts, exchange, arrived, goOn } = setUp(async () => answerOf('Snow'));
  const outcome = exchange.submit(resolve);
  await arrived;
  expect(texts.of(EVENT)).toMatchObject(text('Snow'));
  goOn();
  await outcome;
  expect(texts.of(EVENT)).toBeUndefined();
});

test('event texts: a record that brings the result of a market without naming its event has its text [F16]', async () => {
  const { texts, exchange, arrived, goOn, state } = setUp(async () => answerOf('Snow'));
  state.marketsByCondition.set('0x1' as ConditionId, 0 as MarketId);
  const record = { conditionId: '0x1', payouts: [10_000, 0] } as unknown as MarketDefinition;
  const outcome = exchange.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [record] });
  await arrived;
  expect(texts.of(EVENT)).toMatchObject(text('Snow'));
  goOn();
  await outcome;
});

test('event texts: an edit counts, whether it is seen before the read has answered or after', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof answerOf>>();
  const { texts, exchange, arrived, goOn } = setUp(() => answer.promise);
  const outcome = exchange.submit(resolve);
  texts.take(edited({ title: 'Edited' }));
  answer.resolve(answerOf('Snow'));
  await arrived;
  expect(texts.of(EVENT)).toMatchObject({ title: 'Edited', description: 'd' });
  texts.take(edited({ description: 'Edited as well' }));
  expect(texts.of(EVENT)).toMatchObject({ title: 'Edited', description: 'Edited as well' });
  goOn();
  await outcome;
});

test('event texts: an event comes with its own text, for the entry it came in', () => {
  const { texts } = setUp(async () => null);
  texts.take(entry({ kind: 'CatalogEventAdded', event: { id: EVENT, ...text('Snow') } as never }));
  expect(texts.of(EVENT)).toMatchObject(text('Snow'));
  texts.take(entry());
  expect(texts.of(EVENT)).toBeUndefined();
});

test('event texts: readers that are busy are waited for', async () => {
  let reads = 0;
  const { texts, exchange, faults, runtime, arrived, goOn } = setUp(async () => {
    if (++reads < 5) throw BUSY;
    return answerOf('Snow');
  });
  const outcome = exchange.submit(resolve);
  await runtime.advance(TEXTS_WAIT_MS - 1);
  await arrived;
  expect([reads, texts.of(EVENT), faults]).toMatchObject([5, text('Snow'), []]);
  goOn();
  await outcome;
});

test.each([
  ['that fails is told of, and holds no command up', new Error('broken'), 0, 1],
  ['whose readers stay busy holds a command up for a bounded time', BUSY, TEXTS_WAIT_MS + TEXTS_PAUSE_MS, 1],
  ['that is being made again holds no command up, and is no fault', new ReadStoreRebuilding(), 0, 0],
])('event texts: a store %s', async (_what, error, waitMs, faultsLength) => {
  const { texts, exchange, faults, runtime, arrived, goOn } = setUp(() => Promise.reject(error));
  const outcome = exchange.submit(resolve);
  await runtime.advance(waitMs);
  await arrived;
  expect([texts.of(EVENT), faults.length]).toEqual([undefined, faultsLength]);
  goOn();
  expect(await outcome).toMatchObject({ kind: 'unchanged' });
});

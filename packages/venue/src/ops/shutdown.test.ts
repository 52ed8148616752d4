import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { ManualRuntime } from '../runtime/manual.testing.ts';
import { awaitStop, SAME_SIGNAL_MS, STOP_LIMIT_MS } from './shutdown.ts';

let signals: EventEmitter;
let runtime: ManualRuntime;
let ended: string[];

beforeEach(() => {
  signals = new EventEmitter();
  runtime = new ManualRuntime();
  ended = [];
});

const end = (message: string): void => void ended.push(message);
let open: string[] = ['readers', 'exchange'];
const listen = (): Promise<void> => awaitStop({ stillOpen: () => open, end, signals, runtime });

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('shutdown: %s asks for a stop, twice for an end [D11]', async (signal) => {
  const asked = listen();
  signals.emit(signal);
  await asked;
  expect(ended).toEqual([]);
  await runtime.advance(SAME_SIGNAL_MS + 1);
  signals.emit('SIGINT');
  expect(ended).toEqual([expect.stringContaining('a second signal')]);
});

test('shutdown: the end of the parent process asks for a stop, once', async () => {
  let hasEnded = false;
  const starterHasEnded = (): boolean => hasEnded;
  const asked = awaitStop({ stillOpen: () => [], end, signals, runtime, starterHasEnded });
  hasEnded = true;
  await runtime.advance(1_000);
  await asked;
  expect(ended).toEqual([]);
});

test('shutdown: one press of Ctrl-C that arrives twice is one', async () => {
  const asked = listen();
  signals.emit('SIGINT');
  await runtime.advance(SAME_SIGNAL_MS);
  signals.emit('SIGINT');
  await asked;
  expect(ended).toEqual([]);
});

test('shutdown: a stop without progress ends with the names of what is still open, once [D11]', async () => {
  void listen();
  signals.emit('SIGTERM');
  await runtime.advance(STOP_LIMIT_MS);
  expect(ended).toEqual([]);
  await runtime.advance(2 * STOP_LIMIT_MS);
  expect(ended).toEqual(['not stopped: no progress for 20 s, still open: readers, exchange']);
});

test('shutdown: a stop that goes on making progress is not cut off, however long it takes [D11]', async () => {
  void listen();
  signals.emit('SIGTERM');
  for (let entry = 0; entry < 20; entry++) {
    open = ['readers', `exchange at entry ${entry}`];
    await runtime.advance(STOP_LIMIT_MS - 1_000);
  }
  expect(ended).toEqual([]);
  await runtime.advance(STOP_LIMIT_MS);
  expect(ended).toEqual([expect.stringContaining('exchange at entry 19')]);
});

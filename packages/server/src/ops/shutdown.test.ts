/** The end of a venue: asked once it stops in its own time, which is bounded; asked twice it ends at once. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualRuntime } from '../runtime/manual.ts';
import { awaitStop, SAME_SIGNAL_MS, STOP_LIMIT_MS } from './shutdown.ts';

describe('shutdown', () => {
  let signals: EventEmitter;
  let runtime: ManualRuntime;
  let ended: string[];

  beforeEach(() => {
    signals = new EventEmitter();
    runtime = new ManualRuntime();
    ended = [];
  });

  const end = (message: string): void => void ended.push(message);
  const listen = (): Promise<void> => awaitStop({ stillOpen: () => ['readers', 'exchange'], end, signals, runtime });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'shutdown: %s asks for a stop, and once more ends it at once [D11]',
    async (signal) => {
      const asked = listen();
      signals.emit(signal);
      await asked;
      expect(ended).toEqual([]);
      await runtime.advance(SAME_SIGNAL_MS + 1);
      signals.emit('SIGINT');
      expect(ended).toEqual([expect.stringContaining('a second signal')]);
    },
  );

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

  test('shutdown: a stop that takes too long ends with the names of what is still open [D11]', async () => {
    void listen();
    signals.emit('SIGTERM');
    await runtime.advance(STOP_LIMIT_MS - 1);
    expect(ended).toEqual([]);
    await runtime.advance(1);
    expect(ended).toEqual(['not stopped after 10 s, still open: readers, exchange']);
  });
});

/** The end of a venue: asked once it stops in its own time, which is bounded; asked twice it ends at once. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { awaitStop, SAME_SIGNAL_MS, STOP_LIMIT_MS } from './shutdown.ts';

describe('shutdown', () => {
  let signals: EventEmitter;
  let nowMs: number;
  let ended: string[];

  beforeEach(() => {
    signals = new EventEmitter();
    nowMs = 1_000;
    ended = [];
  });

  const listen = (
    limitMs = STOP_LIMIT_MS,
    end: (message: string) => void = (message) => void ended.push(message),
  ): Promise<void> =>
    awaitStop({ stillOpen: () => ['readers', 'exchange'], end, signals, clock: () => nowMs, limitMs });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'shutdown: %s asks for a stop, and once more ends it at once',
    async (signal) => {
      const asked = listen();
      signals.emit(signal);
      await asked;
      expect(ended).toEqual([]);
      nowMs += SAME_SIGNAL_MS + 1;
      signals.emit('SIGINT');
      expect(ended).toEqual([expect.stringContaining('a second signal')]);
    },
  );

  test('shutdown: the end of whoever started it asks for a stop, once', async () => {
    let hasEnded = false;
    const starterHasEnded = (): boolean => hasEnded;
    const asked = awaitStop({
      stillOpen: () => [],
      end: (message) => void ended.push(message),
      signals,
      starterHasEnded,
    });
    hasEnded = true;
    await asked;
    expect(ended).toEqual([]);
  });

  test('shutdown: one press of Ctrl-C that arrives twice is one', async () => {
    const asked = listen();
    signals.emit('SIGINT');
    nowMs += SAME_SIGNAL_MS;
    signals.emit('SIGINT');
    await asked;
    expect(ended).toEqual([]);
  });

  test('shutdown: a stop that takes too long ends with the names of what is still open', async () => {
    const message = new Promise<string>((resolve) => void listen(2, resolve));
    signals.emit('SIGTERM');
    expect(await message).toBe('not stopped after 0.002 s, still open: readers, exchange');
  });
});

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readInTurns } from './read-in-turns.ts';

/** A socket whose turns the test gives by hand. */
function start() {
  const raw = new PassThrough({ highWaterMark: 1024 * 1024, autoDestroy: false });
  const pieces: Buffer[] = [];
  const turns: (() => void)[] = [];
  const state = { isHeld: false, isBusy: true, hasEnded: false };
  raw.on('data', (piece: Buffer) => pieces.push(piece));
  raw.on('end', () => {
    state.hasEnded = true;
  });
  readInTurns(
    raw,
    () => state.isHeld,
    (work) => (state.isBusy ? void turns.push(work) : work()),
  );
  const next = (): void => turns.shift()?.();
  const looked = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { raw, pieces, turns, state, next, looked };
}

test('feed input: what one read brings is parsed in small pieces, one a turn, and nothing is read meanwhile [R29]', async () => {
  const { raw, pieces, turns, state, next, looked } = start();
  const sent = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
  raw.end(sent);
  await looked();
  await looked();
  // The end follows all the data.
  expect([pieces.length, turns.length, state.hasEnded, raw.isPaused()]).toEqual([0, 1, false, true]);
  next();
  expect([pieces.length, turns.length]).toEqual([1, 1]);
  while (turns.length > 0) next();
  expect(Buffer.concat(pieces)).toEqual(sent);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_024);
  while (!state.hasEnded) await looked();
});

test('feed input: that a connection is gone is heard at once, whatever of it is not parsed', async () => {
  const { raw, state, looked } = start();
  let hasClosed = false;
  raw.once('close', () => {
    hasClosed = true;
  });
  raw.end(Buffer.alloc(3_000));
  await looked();
  await looked();
  raw.destroy();
  while (!hasClosed) await looked();
  expect(state.hasEnded).toBe(false);
});

test('feed input: while no one else waits it is parsed at once', async () => {
  const { raw, pieces, state, looked } = start();
  state.isBusy = false;
  raw.write(Buffer.alloc(3_000));
  await looked();
  expect([pieces.map(({ length }) => length), raw.isPaused()]).toEqual([[1_024, 1_024, 952], false]);
});

test('feed input: of a connection that is held or gone the rest is not looked at', async () => {
  const held = start();
  held.raw.write(Buffer.alloc(3_000));
  await held.looked();
  held.next();
  held.state.isHeld = true;
  while (held.turns.length > 0) held.next();
  expect(held.pieces.length).toBeLessThan(3);
  const gone = start();
  gone.raw.write(Buffer.alloc(3_000));
  await gone.looked();
  gone.raw.destroy();
  gone.next();
  expect([gone.pieces.length, gone.turns.length]).toEqual([0, 0]);
});

import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PIECE_BYTES, Pieces } from './pieces.ts';

const body = Buffer.from(Array.from({ length: 3 * PIECE_BYTES + 7 }, (_, at) => at % 251));

test('pieces: each comes in a turn of its own, and together they are the body [R35]', async () => {
  const turns: (() => void)[] = [];
  const pieces = new Pieces(body, (work) => turns.push(work));
  const got: Buffer[] = [];
  pieces.on('data', (piece: Buffer) => got.push(piece));
  const ended = new Promise((resolve) => pieces.on('end', resolve));
  expect(pieces.left).toBe(body.length);
  for (let count = 1; count <= 4; count++) {
    while (turns.length === 0) await turnOfTheLoop();
    expect(turns).toHaveLength(1);
    turns.shift()?.();
    expect(got).toHaveLength(count);
    expect(pieces.left).toBe(Math.max(0, body.length - count * PIECE_BYTES));
  }
  await ended;
  expect(Buffer.concat(got).equals(body)).toBe(true);
});

test('pieces: nothing more is made for a client that does not read, or has gone', async () => {
  const turns: (() => void)[] = [];
  const pieces = new Pieces(body, (work) => turns.push(work));
  pieces.read(0);
  turns.shift()?.();
  for (let times = 0; times < 10; times++) await turnOfTheLoop();
  expect(turns).toHaveLength(0);
  expect(pieces.left).toBe(body.length - PIECE_BYTES);
  pieces.read();
  pieces.destroy();
  for (const work of turns.splice(0)) work();
  expect(pieces.left).toBe(0);
});

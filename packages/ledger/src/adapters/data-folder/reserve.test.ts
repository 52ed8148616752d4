/** The reserve: space that stays available for cancels on a full disk, released in parts and rebuilt in steps. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  RESERVE_BYTES,
  RESERVE_GROW_ABOVE_BYTES,
  RESERVE_PART_BYTES,
  RESERVE_RELEASE_BELOW_BYTES,
  RESERVE_RETRY_MS,
  RESERVE_STEP_BYTES,
} from '@bellwether/ports/storage.ts';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../files/testing/new-folder.ts';
import { Reserve } from './reserve.ts';

const PLENTY = RESERVE_GROW_ABOVE_BYTES;

let dataDir: string;
let path: string;
let free: number | null;
let nowMs: number;
beforeEach(() => {
  dataDir = newFolder();
  path = join(dataDir, 'reserve');
  free = PLENTY;
  nowMs = 0;
});

const open = (): Reserve => new Reserve({ dataDir, freeBytes: () => free, clock: () => nowMs });
const sizeOf = (): number => statSync(path).size;

async function full(): Promise<Reserve> {
  const reserve = open();
  while (reserve.bytes < RESERVE_BYTES) await reserve.growIfRoom();
  return reserve;
}

test('reserve: made in steps up to its size, of bytes that no file system can leave out, its owner’s alone', async () => {
  const reserve = open();
  expect([reserve.bytes, sizeOf(), statSync(path).mode & 0o777]).toEqual([0, 0, 0o600]);
  for (let step = 1; step <= RESERVE_BYTES / RESERVE_STEP_BYTES; step++) {
    await reserve.growIfRoom();
    expect([reserve.bytes, sizeOf()]).toEqual([step * RESERVE_STEP_BYTES, step * RESERVE_STEP_BYTES]);
  }
  await reserve.growIfRoom();
  expect(sizeOf()).toBe(RESERVE_BYTES);
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES);
  expect(new Set(readFileSync(path).subarray(0, 4_096)).size).toBeGreaterThan(200);
});

test('reserve: not made while that could bring anything to an end', async () => {
  const reserve = open();
  for (const bytes of [PLENTY - 1, 0, null]) {
    free = bytes;
    await reserve.growIfRoom();
    expect(sizeOf(), String(bytes)).toBe(0);
  }
});

test('reserve: given up in parts when there is too little to write, to its end [D31]', async () => {
  const reserve = await full();
  for (const bytes of [RESERVE_RELEASE_BELOW_BYTES, null]) {
    free = bytes;
    expect(reserve.releaseIfShort()).toBe(false);
  }
  free = RESERVE_RELEASE_BELOW_BYTES - 1;
  for (let left = RESERVE_BYTES - RESERVE_PART_BYTES; left >= 0; left -= RESERVE_PART_BYTES)
    expect([reserve.releaseIfShort(), reserve.bytes, sizeOf()]).toEqual([true, left, left]);
  expect(reserve.releaseIfShort()).toBe(false);
  free = PLENTY;
  await reserve.growIfRoom();
  expect(reserve.bytes).toBe(RESERVE_STEP_BYTES);
});

test('reserve: a part given up while a step is written leaves no hole', async () => {
  const reserve = await full();
  free = 0;
  reserve.releaseIfShort();
  free = PLENTY;
  const growing = reserve.growIfRoom();
  free = 0;
  reserve.releaseIfShort();
  await growing;
  await reserve.awaitGrowth();
  const left = RESERVE_BYTES - 2 * RESERVE_PART_BYTES;
  expect([reserve.bytes, sizeOf()]).toEqual([left, left]);
});

test('reserve: removed by hand it is gone, and is made at the next start', async () => {
  const reserve = await full();
  rmSync(path);
  free = 0;
  reserve.releaseIfShort();
  expect(reserve.bytes).toBe(0);
  free = PLENTY;
  await reserve.growIfRoom();
  expect([reserve.bytes, existsSync(path)]).toEqual([0, false]);
  expect((await full()).bytes).toBe(RESERVE_BYTES);
});

test('reserve: what a crash left of it is what it has, and the rest is made', async () => {
  writeFileSync(path, Buffer.alloc(RESERVE_STEP_BYTES + 17, 1));
  const reserve = open();
  expect(reserve.bytes).toBe(RESERVE_STEP_BYTES + 17);
  await reserve.growIfRoom();
  expect(sizeOf()).toBe(2 * RESERVE_STEP_BYTES + 17);
  expect((await full()).bytes).toBe(RESERVE_BYTES);
  expect(sizeOf()).toBe(RESERVE_BYTES);
});

test('reserve: one of holes has nothing, one that is too large is cut', () => {
  writeFileSync(path, '');
  truncateSync(path, RESERVE_BYTES);
  expect([open().bytes, sizeOf()]).toEqual([0, 0]);
  writeFileSync(path, Buffer.alloc(RESERVE_BYTES + 1, 1));
  expect([open().bytes, sizeOf()]).toEqual([RESERVE_BYTES, RESERVE_BYTES]);
});

test('reserve: one that cannot be made is none, and is tried again later', async () => {
  const elsewhere = join(dataDir, 'elsewhere');
  writeFileSync(elsewhere, 'of another');
  symlinkSync(elsewhere, path);
  const linked = open();
  await linked.growIfRoom();
  expect([linked.bytes, readFileSync(elsewhere, 'utf8')]).toEqual([0, 'of another']);
  rmSync(path);
  rmSync(elsewhere);
  const reserve = open();
  rmSync(path);
  rmSync(dataDir, { recursive: true });
  await reserve.growIfRoom();
  expect(reserve.bytes).toBe(0);
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(path, '');
  await reserve.growIfRoom();
  expect(reserve.bytes).toBe(0);
  nowMs = RESERVE_RETRY_MS;
  await reserve.growIfRoom();
  expect(reserve.bytes).toBe(RESERVE_STEP_BYTES);
});

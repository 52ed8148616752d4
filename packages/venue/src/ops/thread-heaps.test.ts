import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { ManualRuntime } from '../runtime/manual.testing.ts';
import { ThreadHeaps } from './thread-heaps.ts';

const workers: Worker[] = [];

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

async function start(name: string, code: string): Promise<Worker> {
  const worker = new Worker(`const { parentPort } = require('node:worker_threads');\n${code}`, { eval: true, name });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

test('memory of threads: each has a figure by its name, those of one name count together, and who ended is gone', async () => {
  const heaps = new ThreadHeaps(new ManualRuntime().timers);
  const idle = "parentPort.postMessage('ready'); parentPort.on('message', () => {});";
  await start('pair', idle);
  await start('pair', idle);
  const ended = await start('ended', idle);
  await start('other', idle);
  const kept =
    "globalThis.kept = new Uint8Array(50_000_000).fill(1); parentPort.postMessage('ready'); parentPort.on('message', () => {});";
  await start('large', kept);
  await ended.terminate();
  const figures = new Map((await heaps.read()).map((heap) => [heap.thread, heap]));
  heaps.close();
  expect([...figures.keys()]).toEqual(['main', 'pair', 'other', 'large']);
  expect(figures.get('pair')?.usedBytes).toBeGreaterThan(figures.get('other')?.usedBytes ?? Number.NaN);
  expect(figures.get('large')?.bufferBytes).toBeGreaterThan(50_000_000);
  expect(figures.get('other')?.bufferBytes).toBeLessThan(50_000_000);
});

test('memory of threads: one that does not answer is not waited for', async () => {
  const runtime = new ManualRuntime();
  const heaps = new ThreadHeaps(runtime.timers);
  await start('stuck', "parentPort.postMessage('ready'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)");
  const reading = heaps.read();
  await runtime.advance(1_000);
  expect((await reading).map(({ thread }) => thread)).toEqual(['main', 'stuck']);
  heaps.close();
});

/** The bare broadcast as a process of its own, with its own subscribers. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readers } from './readers.ts';

const PROGRAM = fileURLToPath(new URL('./broadcast-server.ts', import.meta.url));
const DRAIN_MS = 500;

export interface Broadcast {
  readonly readers: Readers;
  start(): void;
  pause(): void;
  stop(): Promise<void>;
}

/** A server that will send `frames` to `connections` subscribers; keeps a file in `folder`. */
export async function startBroadcast(
  frames: readonly string[],
  folder: string,
  connections: number,
): Promise<Broadcast> {
  const file = join(folder, 'frames.json');
  writeFileSync(file, JSON.stringify(frames));
  const child = fork(PROGRAM, [file], { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  const readers = await Readers.start({ kind: 'count', port, connections, subscription: null, lanes: [] });
  return {
    readers,
    start: () => void child.send('start'),
    pause: () => void child.send('pause'),
    stop: async () => {
      await readers.stop();
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Messages a second that its subscribers get. */
export async function deliveredByBroadcast(broadcast: Broadcast, seconds: number): Promise<number> {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const before = await broadcast.readers.frames();
  broadcast.start();
  await wait(seconds * 1_000);
  const after = await broadcast.readers.frames();
  broadcast.pause();
  await wait(DRAIN_MS);
  return ((after.frames - before.frames) * 1_000) / (after.atMs - before.atMs);
}

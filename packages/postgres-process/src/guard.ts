/**
 * Cleans up after a pair: kills its processes and removes its shared memory and its folder. Runs once the process that
 * started the pair has ended or closes the pipe to this one. The only argument is the folder.
 */
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { killAll, removeSharedMemory } from './processes.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('a folder is missing');

process.stdin.resume();
process.stdin.once('close', async () => {
  await killAll([basename(folder)]);
  for (const dir of globSync(join(folder, '*'))) removeSharedMemory(dir);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/**
 * Damages every file of a venue's data folder at every byte and opens the folder as a start does. Sends a share of the
 * damages through the venue's own commands, and makes every write and sync of a run fail.
 * Usage: npm run storage -- [--part damage|commands|errors] [--every N] [--store-every N] [--commands N] [--workers N]
 * [--words]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canTrace, conclude, optionsOf, print, seconds, stopSignal } from '../shared/harness.ts';
import { Choices } from '../shared/random.ts';
import { attack } from './attack.ts';
import { throughCommands } from './commands.ts';
import { type Folders, makeArchivedFolder, makeFolders } from './folders.ts';
import { lines } from './tally.ts';
import { soundOf, type Target } from './targets.ts';
import { DISK_ERRORS, failEveryCall } from './write-errors.ts';

const values = optionsOf({
  part: 'damage,commands,errors',
  every: 1,
  'store-every': 4_999,
  commands: 300,
  workers: availableParallelism(),
  words: false,
  seed: 1,
});
/** Large files that can be rebuilt; only a share of their damages is tested. */
const LARGE = /store\.sqlite(-wal)?$/;
const parts = new Set(values.part.split(','));
const stop = stopSignal();
// In memory if possible: with disk latency, a million repetitions would take days.
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bellwether-storage-'));
const broken: string[] = [];
try {
  if (parts.has('damage') || parts.has('commands')) {
    const folders = await makeFolders(join(root, 'made'));
    if (parts.has('damage')) await damageAll(folders);
    if (parts.has('commands')) await sendThroughCommands(folders);
  }
  if (parts.has('errors')) await failCalls();
} finally {
  rmSync(root, { recursive: true });
}
const { user, system } = process.cpuUsage();
print(`  took ${seconds()} s, of processors ${Math.round((user + system) / 1e6)} s`);
if (stop.aborted) print('  stopped before it was through');
for (const line of broken) print(`  BROKEN  ${line}`);
const holds = broken.length === 0;
conclude(holds, holds ? 'storage: nothing altered was served, every refusal says where' : 'storage: BROKEN');

async function damageAll({ idle, committing, beforeLast }: Folders): Promise<void> {
  const [scratch, archived] = [join(root, 'scratch'), join(root, 'made', 'archived')];
  await makeArchivedFolder(archived);
  const sounds = [
    { name: 'idle:', sound: await soundOf(idle, scratch, null), isAttacked: () => true },
    {
      name: 'committing:',
      sound: await soundOf(committing, scratch, beforeLast),
      isAttacked: ({ file }: Target) => file === 'journal.sqlite-wal',
    },
    {
      name: 'archived:',
      sound: await soundOf(archived, scratch, null),
      isAttacked: ({ way }: Target) => way === 'run',
    },
  ];
  print(`storage: a journal of ${sounds[0]?.sound.sequence} entries, damaged and opened as a start does`);
  const tally = await attack({
    sounds,
    scratch,
    workers: values.workers,
    stepOf: ({ file }) => (LARGE.test(file) ? values['store-every'] : values.every),
    signal: stop,
    progress: (line) => process.stderr.write(`  ${line}, ${seconds()} s\n`),
  });
  for (const line of lines(tally, values.words)) print(line);
  broken.push(...tally.broken);
}

async function sendThroughCommands({ idle }: Folders): Promise<void> {
  const count = values.commands;
  const sound = await soundOf(idle, join(root, 'scratch'), null);
  const counts = await throughCommands(sound, root, count, new Choices(values.seed));
  print(`storage: ${count} damages through the commands (seed ${values.seed})`);
  print(`  serve        ${counts.served} started, stopped and verified, ${counts.refused} refused in words`);
  print(`  verify       ${counts.verifyHeld} held, ${counts.verifyFailed} failed in words`);
  broken.push(...counts.broken);
}

async function failCalls(): Promise<void> {
  if (!canTrace()) return print('storage: there is no strace here, or it may not trace: no call was made to fail');
  print('storage: an error of the disk at every call on the journal, one run for each');
  const done = await Promise.all(
    DISK_ERRORS.map(async (of) => ({ of, counts: await failEveryCall(root, of, values.every) })),
  );
  for (const { of, counts } of done) {
    print(
      `  ${`${of.call} ${of.error}`.padEnd(17)} ${counts.calls} calls; ${counts.endedWithWords} runs ended with words, ${counts.wentOn} went on; ` +
        `acknowledged ${counts.acknowledged}, all there; without an answer and there ${counts.unknownThere}`,
    );
    if (values.words) for (const [words, times] of counts.words) print(`    ${times} × ${words}`);
    broken.push(...counts.broken);
  }
}

/**
 * Damages every file of a venue's data folder at every byte and opens the folder as a start does. Sends a share of the
 * damages through the venue's own commands, and makes every write and sync of a run fail.
 * Usage: npm run storage -- [--part damage,commands,errors] [--every N] [--store-every N] [--commands N] [--workers N]
 * [--words]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDice } from '../dice/dice.ts';
import { optionsOf, print, Run, Tally } from '../shared/harness.ts';
import { canTrace } from '../shared/tracer.ts';
import { type Attacked, attack, sharesOf } from './attack.ts';
import { soundOf } from './bench.ts';
import { throughCommands } from './commands.ts';
import { type Folders, makeArchivedFolder, makeFolders } from './folders.ts';
import { DamageTally } from './tally.ts';
import { DISK_ERRORS, failEveryCall } from './write-errors.ts';

const options = optionsOf({
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
const parts = new Set(options.part.split(','));
// In memory if possible: with disk latency, a million repetitions would take days.
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bellwether-storage-'));
const scratch = join(root, 'scratch');
const damages = new DamageTally();
const tally = new Tally();
try {
  const folders = parts.has('damage') || parts.has('commands') ? await makeFolders(join(root, 'made')) : null;
  const attacked = folders !== null && parts.has('damage') ? await foldersToAttack(folders) : [];
  const stepOf = ({ file }: { file: string }): number => (LARGE.test(file) ? options['store-every'] : options.every);
  const shares = sharesOf(attacked, stepOf, damages);
  const run = new Run(
    'storage',
    shares,
    `${shares.length} shares of damages to folders that are opened as a start does`,
  );
  await run.inLanes(shares.length === 0 ? 0 : options.workers, (lane) =>
    attack(attacked, `${scratch}-${lane}`, () => run.take(), damages),
  );
  for (const line of damages.broken) run.broken(line);
  if (folders !== null && parts.has('commands')) {
    const dice = createDice(options.seed);
    for (let left = options.commands; left > 0 && !run.isStopped; left--) {
      const wrong = await throughCommands(folders.idle, root, dice, tally);
      if (wrong !== null) run.broken(wrong);
    }
  }
  if (parts.has('errors') && canTrace()) {
    const failing = DISK_ERRORS.map((each) => failEveryCall(root, each, options.every, tally));
    for (const wrong of (await Promise.all(failing)).flat()) run.broken(wrong);
  } else if (parts.has('errors')) print('  there is no strace here, or it may not trace: no call was made to fail');
  run.conclude(
    [...(shares.length === 0 ? [] : damages.lines(options.words)), ...tally.lines()],
    'nothing altered was served, every refusal says where',
  );
} finally {
  rmSync(root, { recursive: true });
}

async function foldersToAttack({ idle, committing, beforeLast }: Folders): Promise<readonly Attacked[]> {
  const archived = join(root, 'made', 'archived');
  await makeArchivedFolder(archived);
  return [
    { name: 'idle:', sound: await soundOf(idle, scratch, null), isAttacked: () => true },
    {
      name: 'committing:',
      sound: await soundOf(committing, scratch, beforeLast),
      isAttacked: ({ file }) => file === 'journal.sqlite-wal',
    },
    { name: 'archived:', sound: await soundOf(archived, scratch, null), isAttacked: ({ way }) => way === 'run' },
  ];
}

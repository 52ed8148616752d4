/**
 * Damages every file of a venue's data folder at every byte and opens the folder as a start does. Sends a share of the
 * damages through the venue's own commands, and makes every write and sync of a run fail.
 * Usage: npm run storage -- [--part damage,commands,errors] [--every N] [--store-every N] [--commands N] [--workers N]
 * [--words]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { ProgramEnded } from '@bellwether/venue-process/program';
import { createDice, type Dice } from '../dice/dice.ts';
import { optionsOf, print, Run, Tally } from '../shared/harness.ts';
import { canTrace } from '../shared/tracer.ts';
import { type Attacked, attack, DamageTally, sharesOf } from './attack.ts';
import { soundOf, targetsOf } from './bench.ts';
import { everyDamage, wordsOf } from './damages.ts';
import { FolderCopy } from './folder-copy.ts';
import { type Folders, makeArchivedFolder, makeFolders } from './folders.ts';
import { judgeRefusal, UNFORESEEN } from './judge.ts';
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

/** Picks every file with the same probability. Describes what is wrong with one damage; null if nothing is. */
async function throughCommands(folder: string, root: string, dice: Dice, tally: Tally): Promise<string | null> {
  const { file } = dice.pick(targetsOf(folder));
  const copy = new FolderCopy(folder, join(root, 'command'));
  const plan = everyDamage(copy.original(file).length);
  const damage = plan.at(dice.below(plan.counts.reduce((sum, each) => sum + each, 0)));
  copy.damage(file, damage);
  const wrong = await tryFolder(copy.folder, file, tally);
  return wrong === null ? null : `${file}, ${wordsOf(damage)}: ${wrong}`;
}

async function tryFolder(dataDir: string, file: string, tally: Tally): Promise<string | null> {
  const first = await verify(dataDir);
  if (first.code === 0 && first.last === 'everything holds') tally.add('verify held');
  else if (first.code === 1 && first.last.startsWith('FAILED: ') && first.stderr === '')
    tally.add('verify failed in words');
  else return `verify ended with ${first.code}: ${first.last} ${first.stderr}`;
  if (UNFORESEEN.test(first.last)) return `verify: ${first.last}`;
  try {
    const venue = await startVenueProcess({ dataDir, settings: { BELLWETHER_LOG_LEVEL: 'fatal' } });
    const { code, stderr } = await venue.end();
    if (code !== 0) return `a stop in order ended with ${code}: ${stderr}`;
  } catch (error) {
    if (!(error instanceof ProgramEnded)) throw error;
    tally.add('serve refused in words');
    const { code, stderr } = error.end;
    if (code !== 1) return `serve ended with ${code}: ${stderr}`;
    const { verdict, words } = judgeRefusal(file, '', stderr);
    return verdict === 'broken' ? `serve: ${words}` : null;
  }
  tally.add('serve started, stopped and verified');
  const again = await verify(dataDir);
  // A start leaves older snapshots as they are; `verify` reads every snapshot.
  const isAsBefore = file.endsWith('.snapshot') && again.last === first.last;
  return again.code === 0 || isAsBefore ? null : `verify after a start and a stop: ${again.last}`;
}

async function verify(dataDir: string): Promise<{ code: number | null; last: string; stderr: string }> {
  const { code, stdout, stderr } = await runBellwether(['verify'], { dataDir });
  return { code, last: stdout.trimEnd().split('\n').at(-1) ?? '', stderr };
}

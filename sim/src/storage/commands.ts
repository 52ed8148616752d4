/**
 * Runs a share of the damages through the venue's own commands: `serve` as an operator starts it, and `verify`. Each
 * must end by itself or answer with a message. A folder that `serve` accepts must be whole for `verify` after the stop.
 */
import { join } from 'node:path';
import { runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { ProgramEnded } from '@bellwether/venue-process/program';
import type { Dice } from '../dice/dice.ts';
import type { Tally } from '../shared/harness.ts';
import { targetsOf } from './bench.ts';
import { everyDamage, wordsOf } from './damages.ts';
import { FolderCopy } from './folder-copy.ts';
import { judgeRefusal, UNFORESEEN } from './judge.ts';

/** Picks every file with the same probability. Describes what is wrong with one damage; null if nothing is. */
export async function throughCommands(folder: string, root: string, dice: Dice, tally: Tally): Promise<string | null> {
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
  // A start leaves an older snapshot as it is; `verify` reads all of them.
  const isAsBefore = file.endsWith('.snapshot') && again.last === first.last;
  return again.code === 0 || isAsBefore ? null : `verify after a start and a stop: ${again.last}`;
}

async function verify(dataDir: string): Promise<{ code: number | null; last: string; stderr: string }> {
  const { code, stdout, stderr } = await runBellwether(['verify'], { dataDir });
  return { code, last: stdout.trimEnd().split('\n').at(-1) ?? '', stderr };
}

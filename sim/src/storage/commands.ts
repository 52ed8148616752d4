/**
 * Runs a share of the damages through the venue's own commands: `serve` as an operator starts it, and `verify`. Each
 * must end by itself or answer with a message. A folder that `serve` accepts must be whole for `verify` after the stop.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVenueProcess } from '@bellwether/venue-process';
import { ProgramEnded } from '@bellwether/venue-process/program';
import { runCommand } from '../crash/command-line.ts';
import type { Choices } from '../shared/random.ts';
import { damaged, everyDamage, wordsOf } from './damages.ts';
import { judgeRefusal } from './judge.ts';
import { type Sound, type Target, targetsOf } from './targets.ts';

export interface CommandCounts {
  served: number;
  refused: number;
  verifyHeld: number;
  verifyFailed: number;
  readonly broken: string[];
}

/** Picks every file with the same probability. */
export async function throughCommands(
  sound: Sound,
  root: string,
  count: number,
  choices: Choices,
): Promise<CommandCounts> {
  const counts: CommandCounts = { served: 0, refused: 0, verifyHeld: 0, verifyFailed: 0, broken: [] };
  const targets = targetsOf(sound.folder);
  for (let done = 0; done < count; done++) {
    const target = choices.pick(targets);
    const original = readFileSync(join(sound.folder, target.file));
    const plan = everyDamage(original.length);
    const damage = plan.at(choices.below(plan.counts.reduce((sum, each) => sum + each, 0)));
    const folder = mkdtempSync(join(root, 'command-'));
    cpSync(sound.folder, folder, { recursive: true });
    writeFileSync(join(folder, target.file), damaged(original, damage));
    for (const why of await tryFolder(folder, target, counts)) {
      counts.broken.push(`${target.file}, ${wordsOf(damage)}: ${why}`);
    }
    rmSync(folder, { recursive: true });
  }
  return counts;
}

async function tryFolder(folder: string, { file }: Target, counts: CommandCounts): Promise<string[]> {
  const first = await verify(folder, counts);
  if (first !== null) return [first];
  const settings = { BELLWETHER_LOG_LEVEL: 'fatal' };
  try {
    const venue = await startVenueProcess({ dataDir: folder, settings });
    const { code, stderr } = await venue.end();
    counts.served++;
    if (code !== 0) return [`a stop in order ended with ${code}: ${stderr}`];
  } catch (error) {
    if (!(error instanceof ProgramEnded)) throw error;
    counts.refused++;
    const { code, stderr } = error.end;
    if (code !== 1) return [`serve ended with ${code}: ${stderr}`];
    const judged = judgeRefusal(file, '', stderr);
    return judged.verdict === 'broken' ? [`serve: ${judged.words}`] : [];
  }
  const { code, lines } = await runCommand(['verify'], { dataDir: folder, database: null });
  return code === 0 ? [] : [`verify after a start and a stop: ${lines.at(-1)}`];
}

/** Null if `verify` passed or failed with a proper message. */
async function verify(folder: string, counts: CommandCounts): Promise<string | null> {
  const { code, lines, words } = await runCommand(['verify'], { dataDir: folder, database: null });
  const last = lines.at(-1) ?? '';
  if (code === 0 && last === 'everything holds') counts.verifyHeld++;
  else if (code === 1 && last.startsWith('FAILED: ') && words === '') counts.verifyFailed++;
  else return `verify ended with ${code}: ${last} ${words}`;
  const isForeseen = !/\n\s+at |TypeError|RangeError|undefined|Cannot read/.test(last + words);
  return isForeseen ? null : `verify: ${last}`;
}

/**
 * `bellwether doctor`: checks whether a venue with these settings can start here and keep what it acknowledges. Each
 * check prints one line; one that fails says what to do. Nothing is left behind.
 */

import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Config } from '../../config.ts';
import { type Finding, fails } from './finding.ts';
import { checkFolder, checkSpace } from './folder.ts';
import { checkClock, checkJournal } from './journal.ts';
import { checkFiles, checkNode, checkPort, checkSignatures } from './machine.ts';
import { checkPeople } from './people.ts';

type Check = (config: Config, runtime: Runtime) => Finding | Promise<Finding>;

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['Node', checkNode],
  ['signatures', checkSignatures],
  ['open files', checkFiles],
  ['port', checkPort],
  ['data folder', checkFolder],
  ['disk', checkSpace],
  ['journal', checkJournal],
  ['clock', checkClock],
  ['people', checkPeople],
];
const MARKS = { ok: 'ok   ', warns: 'WARN ', fails: 'FAIL ' } as const;

/** Runs all checks and prints a line for each. Returns false if one fails. */
export async function runDoctor(config: Config, runtime: Runtime, print: (line: string) => void): Promise<boolean> {
  let isSound = true;
  for (const [name, check] of CHECKS) {
    const { is, text } = await found(check, config, runtime);
    print(`${MARKS[is]}${name.padEnd(12)} ${text}`);
    isSound &&= is !== 'fails';
  }
  return isSound;
}

async function found(check: Check, config: Config, runtime: Runtime): Promise<Finding> {
  try {
    return await check(config, runtime);
  } catch (error) {
    return fails(error instanceof Error ? error.message : String(error));
  }
}

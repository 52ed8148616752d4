/** Records a tape of a market from a venue's journal, with the command that operators use. */
import { spawnSync } from 'node:child_process';
import { PROGRAM } from '@bellwether/venue-process';

const [COMMAND = '', ...WORDS] = PROGRAM;

/** Writes the tape. `market` is a slug or condition id. Throws the command's error output. */
export function writeTape(path: string, dataDir: string, market: string): void {
  const { status, stderr } = spawnSync(COMMAND, [...WORDS, 'tape', path, '--from-journal', '--market', market], {
    encoding: 'utf8',
    env: { ...process.env, BELLWETHER_DATA_DIR: dataDir },
  });
  if (status !== 0) throw new Error(`no tape could be made: ${stderr}`);
}

/** A tape of what a venue's own journal has of a market, made as its operator makes one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../server/bin/bellwether.js');

/** `market`: a slug or condition id. Throws what the command says. */
export function writeTape(path: string, dataDir: string, market: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'tape', path, '--from-journal', '--market', market],
    {
      encoding: 'utf8',
      env: { ...process.env, BELLWETHER_DATA_DIR: dataDir },
    },
  );
  if (status !== 0) throw new Error(`no tape could be made: ${stderr}`);
}

/** Opens the folder of a failed test as its message says. */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { venueOf } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const KEPT = /kept in (\S+); open it again with: (.+), then (http:\S+)/;

/** Runs the command in a message from `cwd`, and looks at the page. Resolves to the options of a client of the venue. */
export async function openKept(message: string, cwd = ROOT) {
  const [, folder = '', command = '', page = ''] = KEPT.exec(message) ?? [];
  expect([message, existsSync(folder), page]).toEqual([message, true, 'http://127.0.0.1:8080']);
  const env = { ...process.env, BELLWETHER_PORT: '0', PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  const program = new Program(['sh', '-c', `exec env ${command}`], { env, cwd });
  onTestFinished(async () => {
    await program.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url, adminToken } = await venueOf(program, folder);
  expect((await fetch(`${url}/app/`)).status).toBe(200);
  return { baseUrl: url, adminToken };
}

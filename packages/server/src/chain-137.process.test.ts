/** The opt-in to signatures that are valid elsewhere: no one starts it or signs for it without having been told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@bellwether/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, MAIN, ready, runCommand, type Served } from './ops/testing/serve-process.ts';

let dataDir: string;
let served: Served | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chain-'));
});
afterEach(async () => {
  served?.child.kill('SIGKILL');
  await served?.ended;
  served = null;
  rmSync(dataDir, { recursive: true });
});

const SERVE = [process.execPath, MAIN, 'serve'];

async function serve(settings: Readonly<Record<string, string>>): Promise<Served> {
  served = await ready(runCommand(SERVE, dataDir, settings));
  return served;
}

async function stop({ child, ended }: Served): Promise<Ended> {
  child.kill('SIGTERM');
  return ended;
}

describe('chain 137', () => {
  test.each([
    ['sign-in', 80_002, [80_002, 137], 'Sign-ins for chain 137'],
    ['on', 137, [137], 'Orders and sign-ins for chain 137'],
  ])(
    'chain 137: %s is told on the terminal, in the log and by the venue [A22]',
    async (use, chainId, chains, words) => {
      const settings = { BELLWETHER_PROFILE: 'polymarket', BELLWETHER_CHAIN_137: use };
      const running = await serve(settings);
      const venue = await createClient({ baseUrl: running.url }).venue.get();
      expect(venue).toMatchObject({ chainId, signInChainIds: chains, domain: { chainId }, negRiskDomain: { chainId } });
      expect(venue.warning).toMatch(new RegExp(`^${words}.* throw-away keys only`));
      const { stdout, stderr } = await stop(running);
      expect(stderr).toContain(`WARNING  ${venue.warning}`);
      const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
      expect(logged.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ level: 40, setting: 'BELLWETHER_CHAIN_137', use, msg: venue.warning }),
      );
    },
  );

  test('chain 137: without it nothing is said, and the profile stays on the test chain', async () => {
    const running = await serve({ BELLWETHER_PROFILE: 'polymarket' });
    const venue = await createClient({ baseUrl: running.url }).venue.get();
    expect(venue).toMatchObject({ chainId: 80_002, signInChainIds: [80_002] });
    expect(venue).not.toHaveProperty('warning');
    const { stdout, stderr } = await stop(running);
    expect(stdout + stderr).not.toMatch(/137|WARNING/);
  });

  test('chain 137: the default profile does not start with it, and says which one does', async () => {
    const { code, stderr } = await runCommand(SERVE, dataDir, { BELLWETHER_CHAIN_137: 'on' }).ended;
    expect(code).not.toBe(0);
    expect(stderr).toContain('BELLWETHER_CHAIN_137=on needs BELLWETHER_PROFILE=polymarket');
  });
});

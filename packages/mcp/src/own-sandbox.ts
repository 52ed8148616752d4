/** A sandbox for one agent: a process of its own, in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { venueOf } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';

export interface OwnSandbox {
  readonly url: string;
  readonly adminToken: string;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

/** Starts `self sandbox --scenario NAME` on a free port; resolves when it is ready. Throws `ProgramEnded`. */
export async function startOwnSandbox(self: readonly string[], scenario: string): Promise<OwnSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-agent-'));
  const env = { ...process.env, BELLWETHER_PORT: '0', BELLWETHER_DATA_DIR: dataDir };
  const program = new Program([...self, 'sandbox', '--scenario', scenario], { env });
  try {
    const venue = await venueOf(program, dataDir);
    const stop = async (): Promise<void> => {
      await venue.end();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { url: venue.url, adminToken: venue.adminToken, stop };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** The one-time link to set up a new venue. Its token is only in memory; the page is an editor of one file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SetUp } from '@bellwether/gateway/http/set-up.ts';
import { ADMIN_TOKEN_FILE } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { writeFileDurably } from '@bellwether/ledger/files/durable-file.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { ConfigError } from '../config/config-error.ts';
import { reachable } from '../config/reachable.ts';
import { CONFIG_FILE, readVenueSettings, type VenueSettings } from '../config/venue-settings.ts';
import type { Config } from '../config.ts';

const VALID_MS = 10 * 60_000;
const TOKEN_BYTES = 24;

/** `adopt` puts the values in force in the running venue. */
export function createSetUp(
  { dataDir, adminToken }: Pick<Config, 'dataDir' | 'adminToken'>,
  { clock, random }: Pick<Runtime, 'clock' | 'random'>,
  adopt: (settings: VenueSettings) => void,
): SetUp {
  const endsMs = clock.monotonicMs() + VALID_MS;
  const path = join(dataDir, CONFIG_FILE);
  let isOwn = false;
  const save = (settings: VenueSettings): void => {
    // Written by hand since the start, which found none.
    if (!isOwn && existsSync(path)) throw new Error(`${path} exists by now; restart the venue, which then reads it`);
    const fields = { ...settings, startingBalance: amountText(settings.startingBalance) };
    writeFileDurably(path, [Buffer.from(`${JSON.stringify(fields, null, 2)}\n`)]);
    isOwn = true;
    adopt(settings);
  };
  return {
    token: Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url'),
    adminTokenAt: adminToken === null ? join(dataDir, ADMIN_TOKEN_FILE) : 'BELLWETHER_ADMIN_TOKEN',
    secondsLeft: () => Math.max(0, Math.ceil((endsMs - clock.monotonicMs()) / 1000)),
    prepare: ({ name, currency, join: joins, reads = 'public', startingBalance }) => {
      const fields = { name: name.trim(), currency: currency.trim(), join: joins, reads, startingBalance };
      try {
        const settings = readVenueSettings(fields, (field) => field, '0');
        return { save: () => save(settings) };
      } catch (error) {
        if (error instanceof ConfigError) return { problem: error.message };
        throw error;
      }
    },
  };
}

/** Address of the page, where the part after # never leaves the browser: no server or proxy logs it. */
export const setUpLink = (url: string, token: string): string => `${reachable(url)}/app/setup#${token}`;

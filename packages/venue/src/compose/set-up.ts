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
import { FIELD_OF } from '../config/settings.ts';
import { checkedIssuer, checkSignIn, readSignIn } from '../config/sign-in.ts';
import { CONFIG_FILE, inFields, readVenueSettings, type VenueSettings } from '../config/venue-settings.ts';
import type { Config } from '../config.ts';

const VALID_MS = 10 * 60_000;
const TOKEN_BYTES = 24;

/** `adopt` puts the values in force in the running venue. */
export function createSetUp(
  { dataDir, adminToken, signIn, url }: Pick<Config, 'dataDir' | 'adminToken' | 'signIn' | 'url'>,
  { clock, random }: Pick<Runtime, 'clock' | 'random'>,
  adopt: (settings: VenueSettings) => void,
): SetUp {
  const endsMs = clock.monotonicMs() + VALID_MS;
  const path = join(dataDir, CONFIG_FILE);
  let isOwn = false;
  const save = (settings: VenueSettings, signIn: Readonly<Record<string, string>>): void => {
    // Written by hand since the start, which found none.
    if (!isOwn && existsSync(path)) throw new Error(`${path} exists by now; restart the venue, which then reads it`);
    const all = { ...settings, startingBalance: amountText(settings.startingBalance), ...signIn };
    const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    writeFileDurably(path, [Buffer.from(`${JSON.stringify(fields, null, 2)}\n`)]);
    isOwn = true;
    adopt(settings);
  };
  return {
    token: Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url'),
    adminTokenAt: adminToken === null ? join(dataDir, ADMIN_TOKEN_FILE) : 'BELLWETHER_ADMIN_TOKEN',
    secondsLeft: () => Math.max(0, Math.ceil((endsMs - clock.monotonicMs()) / 1000)),
    url,
    providerProblem: async (issuer) => {
      const checked = inProblem(() => ({ issuer: checkedIssuer(issuer.trim()) }));
      if ('problem' in checked) return checked.problem;
      return (await import('@bellwether/people')).providerProblem(checked.issuer);
    },
    tryMail: async ({ name, to, ...fields }) => {
      const read = inProblem(() => readSignIn(readerOf(fields)));
      if ('problem' in read) return read.problem;
      if (read.mail === null) return 'smtpUrl must name the mail server';
      await (await import('@bellwether/people')).tryMailServer(read.mail, name, to);
      return null;
    },
    prepare: ({ name, currency, join: joins, reads = 'public', startingBalance, ...others }) => {
      const own = { name: name.trim(), currency: currency.trim(), join: joins, reads, startingBalance };
      const given = Object.fromEntries(Object.entries(others).map(([field, value]) => [field, value.trim()]));
      const settings = inProblem(() => {
        const { provider, mail } = readSignIn(readerOf(given));
        // Settings of the environment win, as at each start.
        checkSignIn(joins, { provider: signIn.provider ?? provider, mail: signIn.mail ?? mail });
        return readVenueSettings(own, (field) => field, '0');
      });
      return 'problem' in settings ? settings : { save: () => save(settings, given) };
    },
  };
}

/** Reads settings from fields of the file. */
const readerOf = (fields: Readonly<Record<string, string>>) => (name: string) => {
  const value = fields[FIELD_OF.get(name) ?? '']?.trim();
  return value === '' ? undefined : value;
};

/** Runs a check. Returns what it finds, or the problem in the words of the file. */
function inProblem<Checked extends object>(check: () => Checked): Checked | { readonly problem: string } {
  try {
    return inFields('', check);
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

/** Address of the page, where the part after # never leaves the browser: no server or proxy logs it. */
export const setUpLink = (url: string, token: string): string => `${reachable(url)}/app/setup#${token}`;

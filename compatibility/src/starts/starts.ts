/**
 * “Bring your bot”: a first program for each client. The files beside this one appear in `docs/guides/bring-your-bot.md` and
 * on the venue's own page, and a test runs them.
 *
 * To add one: put the program into a file here, for the venue of `HERE` and the chain of the profile, add a row to
 * `STARTS`, then run `npm run compatibility:table`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientName } from '../table/clients.ts';

/** Address of the venue in every start; the page inserts its own. */
export const HERE = 'http://127.0.0.1:8080';

export interface Start {
  readonly client: ClientName;
  /** Description of the program, as a sentence. */
  readonly does: string;
  /** Commands before the first run: the packages, and anything else that must run. */
  readonly install: string;
  readonly file: string;
  /** Output at the end, on a venue with the demo. */
  readonly says: RegExp;
  /** Remarks to read first, as sentences; code in backticks. */
  readonly note?: string;
  /** Settings of the venue on top of the profile. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const STARTS: readonly Start[] = [
  {
    client: '@polymarket/client',
    does: 'Signs in, reads a market, places a limit order and cancels it.',
    install: 'npm install @polymarket/client viem',
    file: 'client.mjs',
    says: /^placed live [\s\S]*^cancelled \[\s*'0x/m,
  },
  {
    client: '@polymarket/clob-client-v2',
    does: 'Signs in, reads a market, places a limit order and cancels it.',
    install: 'npm install @polymarket/clob-client-v2 viem',
    file: 'clob-client-v2.mjs',
    says: /^placed live [\s\S]*^cancelled \[\s*'0x/m,
  },
  {
    client: '@polymarket/real-time-data-client',
    does: 'Prints all trades and comments as they come.',
    install: 'npm install @polymarket/real-time-data-client',
    file: 'real-time-data-client.mjs',
    says: /^activity trades \{/m,
  },
  {
    client: '@polymarket/builder-relayer-client',
    does: 'Deploys the Safe of a key, splits collateral into shares and merges some of them back, in one signed batch.',
    install: 'npm install @polymarket/builder-relayer-client viem',
    file: 'relayer-client.mjs',
    says: /^deployed 0x[\s\S]*^done STATE_CONFIRMED 0x/m,
  },
  {
    client: 'ccxt',
    does: 'Signs in, reads a market and its book, places a limit order and cancels it.',
    install: 'npm install ccxt',
    file: 'ccxt.mjs',
    says: /^placed open [\s\S]*^cancelled canceled/m,
    note: 'It always signs in for chain 137: use a throw-away key.',
    settings: { BELLWETHER_CHAIN_137: 'sign-in' },
  },
  {
    client: 'pmxtjs',
    does: 'Finds a market, places a limit order, lists it and cancels it.',
    install: 'npm install pmxtjs pmxt-core viem',
    file: 'pmxt.mjs',
    says: /^placed open 0x[\s\S]*^open orders \[\s*\{[\s\S]*^cancelled \{[\s\S]*cancelled/m,
    note: [
      "Run it with `npx -c 'node bot.mjs'`; plain `node bot.mjs` fails with `spawn pmxt-ensure-server ENOENT`.",
      'Caution: a running local server of this client keeps its old hosts, perhaps the original’s. Stop it first with',
      '`await pmxt.server.stop()`, as the last line does.',
      'It signs for chain 137: use a throw-away key.',
      'Books and candles need a host name on your network: see Compatibility.',
    ].join(' '),
    settings: { BELLWETHER_CHAIN_137: 'on' },
  },
];

/** The program as shown, with numbers in their usual form. */
export const programOf = ({ file }: Start): string =>
  readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll('80_002', '80002');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: Readonly<Record<string, string>> }>>;
}
const LOCK = join(import.meta.dirname, '..', '..', 'package-lock.json');

/** The lowest Node version that the client's package states (`20.10`, `24`); null if it states none. */
export function nodeOf({ client }: Start): string | null {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as Lock;
  const range = packages[`node_modules/${client}`]?.engines?.['node'];
  if (range === undefined) return null;
  const [, lowest] = /^>=(\d+(?:\.\d+)*)$/.exec(range) ?? [];
  if (lowest === undefined) throw new Error(`${client} needs Node ${range}, which is not read yet`);
  return lowest.replace(/(?:\.0)+$/, '');
}

/** The command that starts the venue for a client. */
export const commandOf = ({ settings = {} }: Start): string =>
  ['BELLWETHER_PROFILE=polymarket', ...Object.entries(settings).map((pair) => pair.join('=')), 'npm start'].join(' ');

/** Returns `text` for the venue at `url`, an `http` or `https` address without a trailing slash. */
export const forVenue = (text: string, url: string): string =>
  text.replaceAll(HERE, url).replaceAll(HERE.replace('http', 'ws'), url.replace('http', 'ws'));

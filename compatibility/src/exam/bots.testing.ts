/** A bot on each public client, and its examination as its author would do it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, removeDataDir, runBellwether } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { PMXT_SETTINGS } from '../pmxt-stage.testing.ts';
import { writeProgram } from '../run-program.testing.ts';
import type { ClientName } from '../table/clients.ts';
import { ccxt, clobClientV2 } from './examples.testing.ts';

interface BotTerms {
  /** Module of the client's own example, which the bot's calls are those of. */
  readonly example?: () => string;
  readonly settings?: Readonly<Record<string, string>>;
}

const BOTS: Readonly<Record<ClientName, BotTerms>> = {
  // Its package has no example that places an order.
  '@polymarket/client': {},
  '@polymarket/clob-client-v2': { example: clobClientV2 },
  // Neither this one nor the next has calls for orders and balances: the client above trades and reads.
  '@polymarket/real-time-data-client': { example: clobClientV2 },
  '@polymarket/builder-relayer-client': { example: clobClientV2 },
  // Its example places orders by methods that its prediction markets do not have.
  ccxt: { example: ccxt, settings: { BELLWETHER_CHAIN_137: 'sign-in' } },
  pmxtjs: { settings: PMXT_SETTINGS },
};
/** A busy machine needs long to start a client. */
const LONG = '600';

interface Finding {
  readonly incident: string;
  readonly verdict: string;
  readonly differences: readonly { readonly of: string }[];
}

/**
 * Verdicts by incident, in the order of the exam: a tick, or points of disagreement, or why there is nothing to compare.
 * Resolves when nothing is left of the bots.
 */
export async function examined(client: ClientName): Promise<ReadonlyMap<string, string>> {
  const { example, settings = {} } = BOTS[client];
  const program = example === undefined ? null : writeProgram(example(), 'ts');
  const file = join(import.meta.dirname, 'bots', `${client.replace(/^@.*\//, '')}.mjs`);
  const temporary = createDataDir();
  try {
    const bot = `EXAMPLE='${program?.file}' exec '${process.execPath}' '${file}'`;
    const verdicts = await verdictsOf(bot, LONG, { BELLWETHER_PROFILE: 'polymarket', TMPDIR: temporary, ...settings });
    await eventually(() => {
      const folders = readdirSync(temporary).filter((name) => name.startsWith('bellwether-'));
      const left = [...folders, ...processesWith(`TMPDIR=${temporary}`)];
      if (left.length > 0) throw new Error(`the bots on ${client} leave ${left.join(', ')}`);
    });
    return verdicts;
  } finally {
    program?.remove();
    removeDataDir(temporary);
  }
}

/** Processes with that variable in the environment that they were started with; none where the system does not tell. */
function processesWith(variable: string): string[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable);
    } catch {
      // It has ended, or is another user's.
      return false;
    }
  });
}

/** Verdicts on the bot of a command. */
export async function verdictsOf(bot: string, within: string, settings: Readonly<Record<string, string>> = {}) {
  const words = ['--bot', bot, '--within', within, '--patience', LONG, '--jobs', '2', '--json'];
  const { stdout } = await runBellwether(['exam', ...words], { settings });
  const { incidents } = JSON.parse(stdout) as { readonly incidents: readonly Finding[] };
  return new Map(incidents.map((finding) => [finding.incident, cellOf(finding)]));
}

function cellOf({ verdict, differences }: Finding): string {
  if (verdict === 'agrees') return '✓';
  return verdict === 'disagrees' ? [...new Set(differences.map(({ of }) => of))].join(', ') : verdict;
}

/**
 * `npm run conformance`: checks a venue against the interface and prints the results. Exit code 1 if anything failed, 2
 * for wrong usage or a venue that does not answer.
 */
import { parseArgs } from 'node:util';
import { startVenueProcess } from '@bellwether/venue-process';
import { ALL_CHECKS } from './all-checks.ts';
import { reportLines } from './report.ts';
import { runChecks } from './run.ts';
import { Stage } from './stage.ts';

const USAGE = `Usage: npm run conformance -- [--url URL [--admin-token TOKEN] [--exclusive]]

  without --url    starts a venue of its own, with the demo on, and removes it afterwards
  --url            checks this venue: public reads, and three new wallets that get API keys
  --admin-token    adds a tag, a series and three events of its own to trade in, and gives its wallets money;
                   at the end its orders are cancelled and its events closed and archived. Nothing else is changed.
                   Without it, orders are tried only where new wallets get money by themselves: in an open market,
                   at the lowest price, and cancelled at once. BELLWETHER_ADMIN_TOKEN does as well.
  --exclusive      no one else uses the venue: it may be halted for a moment, and its caps filled`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      'admin-token': { type: 'string' },
      exclusive: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const own =
    values.url === undefined
      ? await startVenueProcess({ settings: { BELLWETHER_DEMO: 'on' }, showsErrors: true })
      : null;
  const adminToken = own?.adminToken ?? values['admin-token'] ?? process.env['BELLWETHER_ADMIN_TOKEN'] ?? null;
  try {
    const stage = await Stage.open({
      url: own?.url ?? values.url ?? '',
      adminToken,
      exclusive: own !== null || values.exclusive,
    });
    try {
      const results = await runChecks(ALL_CHECKS, stage);
      process.stdout.write(`${stage.http.baseUrl}\n${reportLines(results).join('\n')}\n`);
      return results.some(({ outcome }) => outcome.kind === 'fail') ? 1 : 0;
    } finally {
      await stage.leave();
    }
  } finally {
    await own?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`conformance: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 2;
}

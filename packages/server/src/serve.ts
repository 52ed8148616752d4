/** `bellwether serve`: runs a venue until it is told to stop, and prints where it is and what to try next. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_TOKEN_FILE } from './adapters/data-folder/install-secrets.ts';
import { startVenue, type Venue } from './compose.ts';
import type { Config } from './config.ts';
import { type HouseTraders, loadDemoCatalog, startHouseTraders } from './ops/demo.ts';

/** Resolves to the exit code once the venue has stopped. */
export async function serve(config: Config): Promise<number> {
  const stopped = Promise.withResolvers<void>();
  let traders: HouseTraders | null = null;
  const venue = await startVenue({ config, onFailure: endProcess, ...(config.demo && { prepare: loadDemoCatalog }) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.resolve());
  process.stdout.write(welcome(venue, config));
  if (config.demo) traders = startHouseTraders(venue.url, venue.adminToken);
  await stopped.promise;
  traders?.stop();
  await venue.stop();
  return 0;
}

/** Synchronous: the line must be out before the process is. */
function endProcess(message: string): void {
  writeSync(2, `bellwether: ${message}\n`);
  process.exit(1);
}

function welcome(venue: Venue, config: Config): string {
  const markets = venue.exchange.state.markets.length;
  const lines = [
    `Bellwether is ready at ${venue.url}`,
    `  data folder   ${venue.dataDir} (journal, read store, keys)`,
    `  admin token   ${config.adminToken === null ? join(venue.dataDir, ADMIN_TOKEN_FILE) : 'BELLWETHER_ADMIN_TOKEN'}`,
    `  markets       ${markets}${config.demo ? ', kept alive by house traders' : ''}`,
    '',
    'Try next:',
    `  curl '${venue.url}/markets?limit=3&closed=false'`,
    `  curl '${venue.url}/trades?limit=5'`,
    ...(config.demo ? ['  npm run first-trade          places a signed order and reads it back'] : []),
    `  npx bellwether verify          checks the whole ledger (while the venue is stopped)`,
    '',
    'Stop with Ctrl-C. Play money only.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

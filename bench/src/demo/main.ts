/**
 * `npm run bench:demo`: how long the demo takes from process start on an empty folder until it takes orders and until it answers reads of
 * its past; and the same when it is started again.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { print, printBars, printHeader, printTable } from '../shared/report.ts';
import { startVenue } from '../shared/venue-process.ts';

/** The limit for both, in seconds. */
const OPEN_SECONDS_MAX = 15;
/** Reads that a first visit makes, all of rows. */
const READS = [
  '/trades?limit=1',
  '/v1/leaderboard?timePeriod=ALL',
  '/comments?limit=20',
  '/events?closed=true&limit=20',
];

const { smoke } = benchArguments();
const rounds = smoke ? 1 : 3;

printHeader(
  'demo: the first start, which makes its past, and the next one',
  [`${rounds} empty folders one after another; reads: ${READS.join(', ')}`],
  'the page in a browser',
);
const rows: string[][] = [];
let slowest = 0;
for (let round = 1; round <= rounds; round++) {
  const dataDir = createDataDir();
  try {
    for (const name of ['first start', 'next start']) {
      const started = performance.now();
      const venue = await startVenue(dataDir, { BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'on' });
      for (const path of READS) {
        const answer = await fetch(venue.url + path);
        if (answer.status !== 200) throw new Error(`${path} got ${answer.status}`);
        await answer.arrayBuffer();
      }
      const readSeconds = (performance.now() - started) / 1_000;
      slowest = Math.max(slowest, readSeconds);
      rows.push([`${name} ${round}`, (venue.readyMs / 1_000).toFixed(2), readSeconds.toFixed(2)]);
      await venue.stop();
    }
  } finally {
    removeDataDir(dataDir);
  }
}
printTable(['', 'ready s', 'reads answered s'], rows);
print('');
const bar = {
  label: 'slowest start until reads are answered, s',
  ratio: slowest,
  atLeast: null,
  atMost: OPEN_SECONDS_MAX,
};
if (!printBars([bar], smoke)) process.exitCode = 1;

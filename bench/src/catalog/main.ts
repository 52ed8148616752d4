/**
 * `npm run bench:catalog`: every list endpoint on a large venue and on one of a tenth of its size, and what reading them
 * all does to orders.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { writeHistory } from '../shared/history.ts';
import { runLoad } from '../shared/http-load.ts';
import { ordersBeside, type ReaderProgram } from '../shared/orders-beside.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { getJson } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { discussion } from './discussion.ts';
import { lifeOf, type VenueSize } from './life.ts';
import { MARKETS_PER_EVENT, openingCommands } from './opening.ts';
import { FIRST_EVENT_ID, pageGroups, type TakerRanks } from './pages.ts';

const { smoke } = benchArguments();
const all: VenueSize = smoke
  ? { events: 100, accounts: 1_000, fills: 4_000, comments: 800 }
  : { events: 10_000, accounts: 100_000, fills: 1_000_000, comments: 200_000 };
const tenth: VenueSize = {
  events: all.events / 10,
  accounts: all.accounts / 10 + 250,
  fills: all.fills / 10,
  comments: all.comments / 10,
};
const rounds = smoke ? 1 : 5;
const pagesPerRound = smoke ? 10 : 100;
const READS_PER_SECOND = 100;
const HISTORY_DAYS = 60;
const DAY_MS = 86_400_000;
const P99_MS_MAX = 25;
const PATH_WIDTH = 100;
const LONG_NAME = /0x[0-9a-f]{40,64}/g;
const BUSIEST: TakerRanks = { activity: 0, positions: 0 };
/** On the large venue, takers with about as many fills (a thousand) and positions (600) as the busiest of the small one. */
const LIKE_BUSIEST_OF_TENTH: TakerRanks = { activity: 2, positions: 5 };

const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

async function writeVenue(dataDir: string, size: VenueSize): Promise<void> {
  const life = lifeOf(size, discussion(size.events, size.accounts));
  const nowMs = Date.now();
  const clock = (): number => Math.floor(nowMs - HISTORY_DAYS * DAY_MS * (1 - life.progress()));
  await writeHistory(dataDir, openingCommands(size.events, size.accounts), life.next, clock);
}

/** Latencies of one path, asked for again and again over one connection. Every answer must be a page. */
async function timePage(venue: VenueProcess, path: string): Promise<readonly number[]> {
  const request = get(path);
  let left = pagesPerRound;
  const result = await runLoad({
    port: venue.port,
    connections: 1,
    next: () => (left-- > 0 ? request : null),
    secondsMax: 60,
  });
  if (result.statuses.get(200) !== result.requests) {
    throw new Error(`GET ${path} answered ${[...result.statuses].join(', ')}`);
  }
  return result.latenciesMs;
}

interface PageTimes {
  readonly small: readonly number[];
  readonly large: readonly number[];
  readonly ratio: number;
}

async function timeBoth(
  small: VenueProcess,
  large: VenueProcess,
  paths: readonly [string, string],
): Promise<PageTimes> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
  for (let round = 0; round <= rounds; round++) {
    const onSmall = await timePage(small, paths[0]);
    const onLarge = await timePage(large, paths[1]);
    // The first round warms both up.
    if (round === 0) continue;
    times.small.push(...onSmall);
    times.large.push(...onLarge);
  }
  return { ...times, ratio: median(times.small) / median(times.large) };
}

/** The comment under the busiest event that has the most replies. */
async function busiestThread(venue: VenueProcess): Promise<string> {
  const path = `/comments?parent_entity_type=Event&parent_entity_id=${FIRST_EVENT_ID}&limit=100`;
  const comments = (await getJson(`${venue.url}${path}`)) as { id: string; replyCount: number }[];
  return comments.toSorted((a, b) => b.replyCount - a.replyCount)[0]?.id ?? '1';
}

async function listPages(small: VenueProcess, large: VenueProcess): Promise<Bar[]> {
  const onSmall = pageGroups(await busiestThread(small), BUSIEST);
  const onLarge = pageGroups(await busiestThread(large), LIKE_BUSIEST_OF_TENTH);
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const [index, { endpoint, paths }] of onLarge.entries()) {
    const times: PageTimes[] = [];
    for (const [at, path] of paths.entries()) {
      const timed = await timeBoth(small, large, [onSmall[index]?.paths[at] ?? path, path]);
      times.push(timed);
      rows.push([
        path.replaceAll(LONG_NAME, (name) => `${name.slice(0, 6)}…`).slice(0, PATH_WIDTH),
        percentile(timed.small, 0.5).toFixed(2),
        percentile(timed.large, 0.5).toFixed(2),
        percentile(timed.large, 0.99).toFixed(2),
        timed.ratio.toFixed(2),
      ]);
    }
    const p99 = percentile(times[0]?.large ?? [], 0.99);
    bars.push({
      label: `${endpoint}: ${P99_MS_MAX} ms / p99 of its default page`,
      ratio: P99_MS_MAX / p99,
      atLeast: 1,
    });
    const slowest = Math.min(...times.map(({ ratio }) => ratio));
    bars.push({ label: `${endpoint}: time at a tenth / at all, worst page`, ratio: slowest, atLeast: 1 / 1.5 });
  }
  printTable(['GET', 'p50 ms at a tenth', 'p50 ms', 'p99 ms', 'tenth / all'], rows);
  return bars;
}

/** Reads all default pages in turn. */
async function mixedPages(venue: VenueProcess): Promise<ReaderProgram> {
  const groups = pageGroups(await busiestThread(venue), LIKE_BUSIEST_OF_TENTH);
  const paths = groups.map((group) => group.paths[0] ?? '/markets');
  return {
    program: new URL('./paced-reader.ts', import.meta.url),
    words: [String(venue.port), String(READS_PER_SECOND), ...paths],
    reads: 'mixed pages',
  };
}

const folders = [createDataDir(), createDataDir()] as const;
const venues: VenueProcess[] = [];
try {
  for (const [index, size] of [tenth, all].entries()) {
    const dataDir = folders[index] as string;
    await writeVenue(dataDir, size);
    venues.push(await startVenue(dataDir, { BELLWETHER_LIMITS: 'off' }));
  }
  const [small, large] = venues as [VenueProcess, VenueProcess];
  const describe = ({ events, accounts, fills, comments }: VenueSize): string =>
    `${count(events * MARKETS_PER_EVENT)} markets in ${count(events)} events, ${count(accounts)} accounts, ${count(fills)} fills, ${count(comments)} comments`;
  printHeader(
    'catalog: every list of a large venue',
    [
      describe(all),
      `against ${describe(tenth)}`,
      'pages one at a time over one keep-alive connection; orders in an open loop',
    ],
    'TLS, network, cold caches',
  );
  const bars = await listPages(small, large);
  print('');
  bars.push(await ordersBeside(large, await mixedPages(large), smoke));
  if (!printBars(bars, smoke)) process.exitCode = 1;
} finally {
  for (const venue of venues) await venue.stop();
  for (const folder of folders) removeDataDir(folder);
}

/**
 * `npm run bench:web`: the page in Debian's Chromium, beside its venue on the same machine: how much JavaScript it
 * begins with, how soon a market's page answers a click on a cold load, and what a book under load does to it.
 */
import { findChromium, launchChromium, WITHOUT_CHROMIUM } from '../../../packages/web/browser/chromium.ts';
import { ensurePage } from '../../../packages/web/browser/page-build.ts';
import { OrderFlow, TRADERS } from '../feeds/order-flow.ts';
import { benchArguments } from '../shared/arguments.ts';
import { type Bar, count, median, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { getJson, openTradingFloor } from '../shared/trading-floor.ts';
import { removeFolder, startVenue, temporaryFolder } from '../shared/venue-process.ts';
import { type ColdLoad, loadCold } from './cold-load.ts';
import { watchBook } from './watched-book.ts';

const { smoke } = benchArguments();
const JAVASCRIPT_BYTES_MAX = 200_000;
const INTERACTIVE_MS_MAX = 1_500;
const LONG_TASK_MS_MAX = 100;
const HEAP_FLAT = 0.85;
const UPDATES_PER_SECOND = smoke ? 50 : 500;
const SECONDS = smoke ? 3 : 30;
const FIRST_LOOK_SECONDS = smoke ? 1 : 5;
const LOADS = smoke ? 1 : 9;
/** The page of a market with its book and its ticket. */
const TRADABLE = 'main:has(.ladder__row):has(.ticket__number)';
const MEBIBYTE = 2 ** 20;

async function run(): Promise<boolean> {
  ensurePage();
  const dataDir = temporaryFolder();
  const venue = await startVenue(dataDir);
  const browser = await launchChromium(['--enable-precise-memory-info']);
  try {
    const floor = await openTradingFloor(venue, 1, TRADERS);
    const flow = new OrderFlow(venue, floor);
    await flow.buildLadder();
    await flow.run(50, 1);
    const { market_slug: slug } = (await getJson(`${venue.url}/markets/${floor.conditionIds[0]}`)) as MarketSlug;
    const market = `${venue.url}/app/market/${slug}`;
    printHeader(
      'web: the page in Chromium',
      [
        `a market with 20 levels a side and some trades; ${LOADS} cold loads; then ${UPDATES_PER_SECOND} orders/s for ${SECONDS} s while its page is open`,
        'signed, authenticated, durable orders, some two thirds rest and one third trades; each is at least one message',
      ],
      'network, TLS, a GPU',
    );

    const home = await loadCold(browser, `${venue.url}/app/`, '.event-card');
    const loads: ColdLoad[] = [];
    for (let round = 0; round < LOADS; round++) loads.push(await loadCold(browser, market, TRADABLE));
    const bytes = loads[0]?.javaScriptBytes ?? Number.NaN;
    const interactive = loads.map(({ interactiveMs }) => interactiveMs);
    print(
      '  a) JavaScript that a first visit loads, gzipped as the venue sends it; all files that the browser asked for',
    );
    printTable(
      ['first page', 'kB'],
      [
        ['home', kilobytes(home.javaScriptBytes)],
        ['a market', kilobytes(bytes)],
      ],
    );
    print(
      '\n  b) from the click on a link (navigation start) with empty caches until book and ticket stand and the main',
    );
    print('     thread has been free of tasks over 50 ms since\n');
    printTable(
      ['cold loads', 'book and ticket stand p50 ms', 'interactive p50 ms', 'longest ms'],
      [
        [
          count(LOADS),
          count(median(loads.map(({ shownMs }) => shownMs))),
          count(median(interactive)),
          count(Math.max(...interactive)),
        ],
      ],
    );

    const watched = await watchBook(browser, market, {
      load: () => flow.run(UPDATES_PER_SECOND, SECONDS),
      lookAfterSeconds: [FIRST_LOOK_SECONDS, SECONDS - 0.2],
    });
    const [early = Number.NaN, late = Number.NaN] = watched.heapBytes;
    print(`\n  c) ${count(watched.orders)} orders in ${watched.seconds.toFixed(1)} s; heap after a collection\n`);
    printTable(
      [
        'messages/s',
        'frames/s',
        'tasks over 50 ms',
        'longest task ms',
        `heap MiB at ${FIRST_LOOK_SECONDS} s`,
        `at ${SECONDS} s`,
      ],
      [
        [
          count(watched.messages / watched.seconds),
          count(watched.frames / watched.seconds),
          count(watched.longTasksMs.length),
          watched.longTasksMs.length === 0 ? '< 50' : count(watched.longestTaskMs),
          (early / MEBIBYTE).toFixed(1),
          (late / MEBIBYTE).toFixed(1),
        ],
      ],
    );
    return printBars(barsOf(home.javaScriptBytes, median(interactive), watched.longestTaskMs, early / late), smoke);
  } finally {
    await browser.close();
    await venue.stop();
    removeFolder(dataDir);
  }
}

interface MarketSlug {
  readonly market_slug: string;
}

function barsOf(bytes: number, interactiveMs: number, longestTaskMs: number, heapRatio: number): readonly Bar[] {
  return [
    { label: '200 kB / initial JavaScript', ratio: JAVASCRIPT_BYTES_MAX / bytes, atLeast: 1 },
    { label: '1,500 ms / interactive p50', ratio: INTERACTIVE_MS_MAX / interactiveMs, atLeast: 1 },
    { label: '100 ms / longest task', ratio: LONG_TASK_MS_MAX / longestTaskMs, atLeast: 1 },
    { label: 'heap at the beginning / at the end', ratio: heapRatio, atLeast: HEAP_FLAT },
  ];
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

if (findChromium() === null) print(`bench:web ${WITHOUT_CHROMIUM}`);
else if (!(await run())) process.exitCode = 1;

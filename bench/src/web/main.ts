/**
 * `npm run bench:web`: the page in Debian's Chromium, beside its venue on the same machine: how much JavaScript it
 * begins with, how soon a market's page answers a click on a cold load, and what a book under load does to it.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { findChromium, launchChromium, WITHOUT_CHROMIUM } from '../../../packages/web/browser/chromium.ts';
import { ensurePage } from '../../../packages/web/browser/page-build.ts';
import { OrderFlow, TRADERS } from '../feeds/order-flow.ts';
import { benchArguments } from '../shared/arguments.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { getJson, openTradingFloor } from '../shared/trading-floor.ts';
import { startVenue } from '../shared/venue-process.ts';
import { type ColdLoad, loadCold } from './cold-load.ts';
import { sandboxParts } from './sandbox-parts.ts';
import { loadSlowly, type SlowLoad } from './slow-load.ts';
import type { Task } from './task-log.ts';
import { LONG_TASK_MS, watchBook } from './watched-book.ts';

const { smoke } = benchArguments();
const JAVASCRIPT_BYTES_MAX = 200_000;
const INTERACTIVE_MS_MAX = 1_500;
const LONG_TASK_MS_MAX = 100;
const HEAP_FLAT = 0.85;
const SLOW_CONTENT_MS_MAX = 4_000;
const SLOW_LOADS = smoke ? 1 : 3;
const UPDATES_PER_SECOND = smoke ? 50 : 500;
const SECONDS = smoke ? 3 : 30;
const WARM_UP_SECONDS = smoke ? 1 : 5;
const LOADS = smoke ? 1 : 9;
/** The page of a market with its book and its ticket. */
const TRADABLE = 'main:has(.ladder__row):has(.ticket__number)';
const MEBIBYTE = 2 ** 20;

async function run(): Promise<boolean> {
  ensurePage();
  const dataDir = createDataDir();
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
    const { bar, section } = sandboxParts();
    print(
      `     loaded in a sandbox alone: its bar ${kilobytes(bar)} kB, its section in Operate ${kilobytes(section)} kB`,
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

    const slow: SlowLoad[] = [];
    for (let round = 0; round < SLOW_LOADS; round++)
      slow.push(await loadSlowly(browser, `${venue.url}/app/`, '.event-card', '.event-card .trade-links'));
    const slowContent = median(slow.map(({ contentMs }) => contentMs));
    print('\n  home over a line of 400 kbit/s with 400 ms there and back, caches empty\n');
    printTable(
      ['slow loads', 'content p50 ms', 'page at work p50 ms'],
      [[count(SLOW_LOADS), count(slowContent), count(median(slow.map(({ aliveMs }) => aliveMs)))]],
    );

    const watched = await watchBook(browser, market, {
      warmUp: () => flow.run(UPDATES_PER_SECOND, WARM_UP_SECONDS),
      load: () => flow.run(UPDATES_PER_SECOND, SECONDS),
    });
    print(
      `\n  c) ${count(watched.orders)} orders in ${watched.seconds.toFixed(1)} s; after ${WARM_UP_SECONDS} s of the same; heap after a collection\n`,
    );
    const { tasks, longTasksMs, longestTaskMs, seconds, heapBytes } = watched;
    const blockedMs = longTasksMs.reduce((sum, durationMs) => sum + durationMs - LONG_TASK_MS, 0);
    const cpuMs = tasks.reduce((sum, task) => sum + task.cpuMs, 0);
    printTable(
      ['messages/s', 'frames/s', 'heap MiB before', 'after'],
      [
        [
          count(watched.messages / seconds),
          count(watched.frames / seconds),
          (heapBytes.before / MEBIBYTE).toFixed(1),
          (heapBytes.after / MEBIBYTE).toFixed(1),
        ],
      ],
    );
    print('\n     tasks of the main thread; blocked: what those over 50 ms take beyond that, in all\n');
    printTable(
      ['tasks/s', 'CPU ms/s', 'p99 ms', 'CPU p99 ms', 'longest CPU ms', 'longest ms', 'over 50 ms', 'blocked ms'],
      [
        [
          count(tasks.length / seconds),
          count(cpuMs / seconds),
          percentile(durations(tasks), 0.99).toFixed(1),
          percentile(cpuTimes(tasks), 0.99).toFixed(1),
          percentile(cpuTimes(tasks), 1).toFixed(1),
          longTasksMs.length === 0 ? `< ${LONG_TASK_MS}` : count(longestTaskMs),
          count(longTasksMs.length),
          count(blockedMs),
        ],
      ],
    );
    return printBars(
      barsOf(home.javaScriptBytes, median(interactive), longestTaskMs, heapBytes.before / heapBytes.after, slowContent),
      smoke,
    );
  } finally {
    await browser.close();
    await venue.stop();
    removeDataDir(dataDir);
  }
}

const durations = (tasks: readonly Task[]): readonly number[] => tasks.map(({ durationMs }) => durationMs);
const cpuTimes = (tasks: readonly Task[]): readonly number[] => tasks.map(({ cpuMs }) => cpuMs);

interface MarketSlug {
  readonly market_slug: string;
}

function barsOf(
  bytes: number,
  interactiveMs: number,
  longestTaskMs: number,
  heapRatio: number,
  slowContentMs: number,
): readonly Bar[] {
  return [
    { label: '200 kB / initial JavaScript', ratio: JAVASCRIPT_BYTES_MAX / bytes, atLeast: 1 },
    { label: '1,500 ms / interactive p50', ratio: INTERACTIVE_MS_MAX / interactiveMs, atLeast: 1 },
    { label: '100 ms / longest task', ratio: LONG_TASK_MS_MAX / longestTaskMs, atLeast: 1 },
    { label: 'heap at the beginning / at the end', ratio: heapRatio, atLeast: HEAP_FLAT },
    { label: '4,000 ms / content on a slow line', ratio: SLOW_CONTENT_MS_MAX / slowContentMs, atLeast: 1 },
  ];
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

if (findChromium() === null) print(`bench:web ${WITHOUT_CHROMIUM}`);
else if (!(await run())) process.exitCode = 1;

/**
 * `npm run bench:web`: the page in Debian's Chromium, on the same machine as its venue. Measures the initial
 * JavaScript, the time until a market's page reacts to a click on a cold load, and the effect of a book under load.
 */
import { findChromium, launchChromium, WITHOUT_CHROMIUM } from '../../../packages/web/browser/chromium.ts';
import { ensurePage } from '../../../packages/web/browser/page-build.ts';
import { OrderFlow, TRADERS } from '../feeds/order-flow.ts';
import { type Bench, runBench } from '../shared/bench.ts';
import { count, median, print } from '../shared/report.ts';
import { getJson, openTradingFloor } from '../shared/trading-floor.ts';
import { LONG_TASK_MS, loadCold, watchBook } from './loads.ts';

/** A market's page with its book and its order ticket. */
const TRADABLE = 'main:has(.ladder__row):has(.ticket__number)';
const MEBIBYTE = 2 ** 20;

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);

async function measure(bench: Bench): Promise<void> {
  const [rate, seconds, warmUpSeconds] = bench.smoke ? [50, 3, 1] : [500, 30, 5];
  ensurePage();
  const venue = await bench.venue();
  const browser = await launchChromium(['--enable-precise-memory-info']);
  bench.onEnd(() => browser.close());
  const floor = await openTradingFloor(venue, 1, TRADERS);
  const flow = new OrderFlow(venue, floor);
  await flow.buildLadder();
  await flow.run(50, 1);
  const found = await getJson(`${venue.url}/markets/${floor.conditionIds[0]}`);
  const home = `${venue.url}/app/`;
  const market = `${home}market/${(found as { market_slug: string }).market_slug}`;
  bench.header('web: the page in Chromium', [
    `a market with 20 levels a side and some trades; cold loads; then ${rate} orders/s for ${seconds} s while its page is open`,
    'signed, authenticated, durable orders, some two thirds rest and one third trades; no network, TLS, GPU',
  ]);
  const { javaScriptBytes } = await loadCold(browser, home, '.event-card');
  const loads: Awaited<ReturnType<typeof loadCold>>[] = [];
  while (loads.length < (bench.smoke ? 1 : 9)) loads.push(await loadCold(browser, market, TRADABLE));
  const interactive = loads.map(({ interactiveMs }) => interactiveMs);
  bench.table(
    ['cold loads', 'home JavaScript kB', 'market kB', 'book and ticket p50 ms', 'interactive p50 ms', 'longest ms'],
    [
      [
        count(loads.length),
        kilobytes(javaScriptBytes),
        kilobytes(loads[0]?.javaScriptBytes ?? Number.NaN),
        count(median(loads.map(({ shownMs }) => shownMs))),
        count(median(interactive)),
        count(Math.max(...interactive)),
      ],
    ],
  );
  const watched = await watchBook(
    browser,
    market,
    () => flow.run(rate, warmUpSeconds),
    () => flow.run(rate, seconds),
  );
  const longest = Math.max(LONG_TASK_MS, ...watched.longTasksMs);
  bench.table(
    ['orders', 'messages/s', 'frames/s', `tasks over ${LONG_TASK_MS} ms`, 'longest ms', 'heap MiB before', 'after'],
    [
      [
        count(watched.orders),
        count(watched.messages / watched.seconds),
        count(watched.frames / watched.seconds),
        count(watched.longTasksMs.length),
        count(longest),
        (watched.heapBefore / MEBIBYTE).toFixed(1),
        (watched.heapAfter / MEBIBYTE).toFixed(1),
      ],
    ],
  );
  bench.bar(
    { label: 'initial JavaScript, kB', value: javaScriptBytes / 1_000, max: 200 },
    { label: 'interactive p50, ms', value: median(interactive), max: 1_500 },
    { label: 'longest task, ms', value: longest, max: 100 },
    { label: 'heap at the beginning / at the end', value: watched.heapBefore / watched.heapAfter, min: 0.85 },
  );
}

await runBench({}, async (bench) => {
  if (findChromium() === null) print(`bench:web ${WITHOUT_CHROMIUM}`);
  else await measure(bench);
});

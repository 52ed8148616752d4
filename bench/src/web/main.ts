/**
 * `npm run bench:web`: the page in Debian's Chromium, on the same machine as its venue. Measures the initial
 * JavaScript, the time until a market's page reacts to a click on a cold load, and the effect of a book under load.
 */
import { findChromium, launchChromium, WITHOUT_CHROMIUM } from '../../../packages/web/browser/chromium.ts';
import { ensurePage } from '../../../packages/web/browser/page-build.ts';
import { OrderFlow, TRADERS } from '../feeds/order-flow.ts';
import { type Bench, runBench } from '../shared/bench.ts';
import { print } from '../shared/report.ts';
import { getJson, openTradingFloor } from '../shared/trading-floor.ts';
import { loadCold, watchBook } from './loads.ts';

/** A market's page with its book and its order ticket. */
const TRADABLE = 'main:has(.ladder__row):has(.ticket__number)';

async function measure(bench: Bench): Promise<void> {
  const [rate, seconds] = bench.smoke ? [50, 3] : [500, 30];
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
  const first = await loadCold(browser, home, '.event-card');
  const load = await bench.medianOf(9, () => loadCold(browser, market, TRADABLE));
  bench.figures('cold loads of a market', { '': load });
  const watched = await bench.medianOf(1, () => watchBook(browser, market, flow, rate, seconds));
  bench.figures('a book under load', { '': watched });
  bench.bar(
    { label: 'initial JavaScript, kB', value: first['JavaScript kB'], max: 200 },
    { label: 'interactive p50, ms', value: load['interactive ms'], max: 1_500 },
    { label: 'longest task, ms', value: watched['longest ms'], max: 100 },
    { label: 'heap at the beginning / at the end', value: watched['heap MiB before'].per(watched.after), min: 0.85 },
  );
}

await runBench({}, async (bench) => {
  if (findChromium() === null) print(`bench:web ${WITHOUT_CHROMIUM}`);
  else await measure(bench);
});

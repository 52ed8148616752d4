/** Charts of a long history, which the test serves in the venue's place: labels, touch, and the range selector. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { type VisitorSettings, welcome } from './visitor.ts';
import { choose } from './ways.ts';

const SPANS = ['1H', '6H', '1D', '1W', 'ALL'];
const WIDTHS = [360, 768, 1280, 1920];
const MINUTE_S = 60;
/** Length of each interval in seconds; `all` is the whole history. */
const SECONDS: Readonly<Record<string, number>> = {
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
  '1w': 604_800,
  all: 34_560_000,
};
/** Number of points per line. */
const POINTS = 120;

/** A text drawn on the chart's canvas; coordinates in pixels. */
interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly align: string;
}

/** Init script that records the texts of the last drawing on any canvas. */
const KEEP_TEXTS = `{
  const texts = (globalThis.drawnTexts = []);
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...given) {
    texts.length = 0;
    return clearRect.apply(this, given);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...given) {
    const { width } = this.measureText(text);
    const left = this.textAlign === 'center' ? x - width / 2 : this.textAlign === 'right' ? x - width : x;
    if (text !== '') texts.push({ text, left, right: left + width, y, align: this.textAlign });
    return fillText.call(this, text, x, y, ...given);
  };
}`;

describeInBrowser('charts', () => {
  const on = openTheatre('Gull Rock');

  /** Opens the ferry market's chart with a history of more than a year. */
  async function openChart(settings: VisitorSettings) {
    const page = await welcome(on.browser, settings);
    await page.addInitScript({ content: KEEP_TEXTS });
    await page.route('**/batch-prices-history', async (route) => {
      const { markets, interval } = route.request().postDataJSON() as { markets: string[]; interval: string };
      const now = Math.floor(Date.now() / 1_000 / MINUTE_S) * MINUTE_S;
      const step = (SECONDS[interval] ?? 0) / POINTS;
      const points = Array.from({ length: POINTS }, (_, index) => ({
        t: Math.round(now - (POINTS - index) * step),
        p: 0.3 + (index % 40) / 100,
      }));
      await route.fulfill({ json: { history: Object.fromEntries(markets.map((tokenId) => [tokenId, points])) } });
    });
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    const chart = page.getByRole('slider', { name: /^Chance over time/ });
    await chart.waitFor();
    return { page, chart };
  }

  /** Returns the texts on the chart once two successive frames agree. */
  async function drawn(page: Page): Promise<readonly Drawn[]> {
    let before = '';
    let found: readonly Drawn[] = [];
    await expect
      .poll(async () => {
        found = await page.evaluate(
          () =>
            new Promise<readonly Drawn[]>((resolve) =>
              requestAnimationFrame(() =>
                requestAnimationFrame(() =>
                  resolve([...(globalThis as unknown as { readonly drawnTexts: readonly Drawn[] }).drawnTexts]),
                ),
              ),
            ),
        );
        const isSame = found.length > 0 && JSON.stringify(found) === before;
        before = JSON.stringify(found);
        return isSame;
      })
      .toBe(true);
    return found;
  }

  test.each(['en-US', 'el-GR'])(
    'chart: in %s no label touches or repeats the one beside it, on any span and width [Q10]',
    async (locale) => {
      const { page } = await openChart({ locale });
      const seen = new Set<string>();
      // Load each range once, so that it is in the cache for the checks below.
      for (const span of SPANS.filter((one) => one !== 'ALL'))
        await Promise.all([page.waitForResponse('**/batch-prices-history'), choose(page, 'Span of time', span)]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const span of SPANS) {
          await choose(page, 'Span of time', span);
          const texts = await drawn(page);
          const times = texts.filter(({ align }) => align === 'center').sort((one, other) => one.left - other.left);
          const prices = texts.filter(({ align }) => align !== 'center').sort((one, other) => one.y - other.y);
          // If there is hardly room for two labels, one may be omitted at the edge.
          const fewest = width < 500 ? 1 : 2;
          expect([width, span, times.length >= fewest, prices.length > 1]).toEqual([width, span, true, true]);
          seen.add(times.map(({ text }) => text).join());
          const touching = times.filter(({ left, text }, index) => {
            const before = times[index - 1];
            return before !== undefined && (left < before.right + 4 || text === before.text);
          });
          const piled = prices.filter(({ y }, index) => y - (prices[index - 1]?.y ?? -100) < 12);
          expect([width, span, touching, piled]).toEqual([width, span, [], []]);
        }
        const isCut = await page
          .getByRole('radiogroup', { name: 'Span of time' })
          .evaluate(
            (group) => group.scrollWidth > group.clientWidth || group.getBoundingClientRect().right > innerWidth,
          );
        expect([width, isCut]).toEqual([width, false]);
      }
      // If all ranges were drawn alike, the test would prove nothing.
      expect(seen.size).toBeGreaterThan(SPANS.length);
    },
  );

  test('chart: a finger reads value and time, and what it read stays when it is lifted [Q10]', async () => {
    const { page, chart } = await openChart({ width: 390, height: 844, hasTouch: true });
    await drawn(page);
    const tip = page.locator('.price-chart__tip');
    expect(await tip.count()).toBe(0);
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart has no place');
    const tapAt = async (part: number): Promise<string> => {
      await page.touchscreen.tap(box.x + box.width * part, box.y + box.height / 2);
      await tip.getByText(/^[0-9]+%$/).waitFor();
      return (await chart.getAttribute('aria-valuetext')) ?? '';
    };
    const early = await tapAt(0.2);
    const late = await tapAt(0.8);
    expect([early, late]).toEqual([expect.stringMatching(/: Yes [0-9]+%$/), expect.stringMatching(/: Yes [0-9]+%$/)]);
    const timeOf = (text: string): number => Date.parse(text.split(': ')[0] ?? '');
    expect(timeOf(early)).toBeLessThan(timeOf(late));
  });
});

/** Charts as SVG without script. Plots stretch to their width; texts stand around them as HTML and keep their size. */
import { type Html, html, timeText } from './html.ts';

const WIDTH = 1_000;
const HEIGHT = 300;
/** Places of a plot that tell their values. */
const HINTS = 80;

export interface Line {
  readonly name: string;
  /** In the order of time; each value holds until the next. */
  readonly points: readonly { readonly time_ms: number; readonly value: number }[];
}

/** Lines in steps over time. */
export function chart(title: string, all: readonly Line[], fromMs: number, toMs: number): Html {
  const lines = all.filter(({ points }) => points.length > 0);
  if (lines.length === 0) return html`<p class="soft">Nothing to draw.</p>`;
  const spanMs = Math.max(1, toMs - fromMs);
  const ticks = ticksOf(lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const x = (timeMs: number): number => round(((timeMs - fromMs) / spanMs) * WIDTH);
  const y = (value: number): number => round(((high - value) / (high - low)) * HEIGHT);
  const path = ({ points }: Line): string => {
    const steps = points.map(
      ({ time_ms, value }, index) => `${index === 0 ? 'M' : 'H'}${x(time_ms)}${index === 0 ? ' ' : 'V'}${y(value)}`,
    );
    return `${steps.join('')}H${WIDTH}`;
  };
  const hint = (index: number): Html => {
    const timeMs = Math.round(fromMs + ((index + 1) / HINTS) * spanMs);
    const values = lines.map(
      ({ name, points }) => html`\n${name}: ${points.findLast(({ time_ms }) => time_ms <= timeMs)?.value}`,
    );
    return html`<rect x="${(index * WIDTH) / HINTS}" width="${WIDTH / HINTS}" height="${HEIGHT}"><title>${timeText(timeMs)}${values}</title></rect>`;
  };
  return html`<figure><figcaption>${lines.map(({ name }, index) => html`<span class="line-${index}"><i></i>${name}</span>`)}</figcaption>
<div class="plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">
${ticks.map((tick) => html`<path class="${tick === 0 ? 'zero' : 'grid'}" d="M0 ${y(tick)}H${WIDTH}"/>`)}
${lines.map((line, index) => html`<path class="line-${index}" d="${path(line)}"/>`)}
${Array.from({ length: HINTS }, (_, index) => hint(index))}</svg>
${ticks.map((tick) => html`<span style="top:${round((y(tick) / HEIGHT) * 100)}%">${tick.toLocaleString('en-US')}</span>`)}</div>
<div class="times">${[0, 1 / 3, 2 / 3, 1].map((part) => html`<span>${shortTime(fromMs + part * spanMs, spanMs)}</span>`)}</div></figure>`;
}

/** Round values from below the smallest to above the largest. */
function ticksOf(values: readonly number[]): readonly number[] {
  const least = values.reduce((low, value) => Math.min(low, value));
  const most = values.reduce((high, value) => Math.max(high, value));
  // A line without ups and downs is shown against zero.
  const [low, high] = least < most ? [least, most] : [Math.min(least, 0), Math.max(most, 0)];
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first) + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

const round = (value: number): number => Math.round(value * 100) / 100;

function shortTime(timeMs: number, spanMs: number): string {
  const text = timeText(Math.round(timeMs));
  if (spanMs > 3 * 86_400_000) return text.slice(5, 10);
  return spanMs > 600_000 ? text.slice(11, 16) : text.slice(11, 19);
}

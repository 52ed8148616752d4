/**
 * Prices over time as lines on a canvas that grow live. Values and times can be read with pointer, touch and arrow
 * keys. Screen readers get the same values as text.
 */
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatPercent, formatTickPercent } from '../format/numbers.ts';
import { type ChartColours, lineColour, useChartColours } from './colours.ts';
import { type AlignedSeries, priceRange } from './series.ts';

interface ChartLine {
  readonly label: string;
  /** Index of the line's colour in the design system. */
  readonly colour: number;
}

interface PriceChartProps {
  readonly lines: readonly ChartLine[];
  readonly series: AlignedSeries;
  readonly height?: number;
  readonly label: string;
  /** True to fill the area below a single line. */
  readonly filled?: boolean;
}

export function PriceChart({ lines, series, height = 280, label, filled = false }: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const colours = useChartColours();
  const [read, setRead] = useState<number | null>(null);
  const latest = useRef(series);
  latest.current = series;
  const shape = lines.map(({ label: name, colour }) => `${name}:${colour}`).join('|');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the lines, whose array is new each time.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const made = new uPlot(chartOptions(lines, colours, element.clientWidth, height, filled), latest.current, element);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [shape, colours, height, filled]);

  useEffect(() => {
    chart.current?.setData(series);
  }, [series]);

  const [times] = series;
  const last = times.length - 1;
  const at = Math.min(read ?? last, last);
  const readAt = (index: number | null): void => {
    setRead(index);
    const made = chart.current;
    const time = index === null ? undefined : times[index];
    made?.setCursor(time === undefined ? NOWHERE : { left: made.valToPos(time, 'x'), top: 0 }, false);
  };
  const point = (event: PointerEvent): void => {
    const made = chart.current;
    if (made !== null) readAt(made.posToIdx(event.clientX - made.over.getBoundingClientRect().left));
  };
  const moment = times[at] === undefined ? '' : TIME.format(times[at] * 1_000);
  const values = lines.map((line, index) => `${line.label} ${legendPrice(series, index, at)}`).join(', ');
  const entries = lines.map((line, index) => (
    <span key={line.label} className='inline-row price-chart__entry'>
      <span className='dot' style={{ background: lineColour(line.colour) }} />
      <span className='truncate'>{line.label}</span>
      <strong className='numeric'>{legendPrice(series, index, at)}</strong>
    </span>
  ));
  return (
    <figure className='price-chart'>
      <figcaption className='wrap small soft flex price-chart__legend'>{entries}</figcaption>
      <div className='price-chart__plot'>
        <div ref={box} className='price-chart__canvas' aria-hidden='true' style={{ height }} />
        {read !== null && chart.current !== null && (
          <p
            className='stack tiny rounded price-chart__tip numeric'
            style={tipPlace(chart.current, times[at] ?? 0)}
            aria-hidden='true'
          >
            <span className='faint'>{moment}</span>
            {entries}
          </p>
        )}
        <input
          type='range'
          className='plot-reader'
          aria-label={label}
          aria-valuetext={`${moment}: ${values}`}
          min={0}
          max={last}
          step={Math.max(1, Math.round(last / KEY_STEPS))}
          value={at}
          onChange={(event) => readAt(Number(event.target.value))}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && readAt(null)}
          onBlur={() => readAt(null)}
        />
      </div>
    </figure>
  );
}

const KEY_STEPS = 60;
const NOWHERE = { left: -10, top: -10 };

/** Returns the tooltip's offset: beside the cursor line, on the side with more room. */
function tipPlace(chart: uPlot, time: number): { readonly left?: number; readonly right?: number } {
  const x = chart.over.offsetLeft + chart.valToPos(time, 'x');
  const width = chart.root.clientWidth;
  return x < width / 2 ? { left: x + TIP_GAP } : { right: width - x + TIP_GAP };
}

const TIP_GAP = 10;
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const DAY_SECONDS = 86_400;

function legendPrice(series: AlignedSeries, line: number, at: number): string {
  const price = series[line + 1]?.[at];
  return typeof price === 'number' ? formatPercent(price) : '–';
}

/** Steps of the time axis, no finer than its labels: minutes for ranges of a few days, days for longer ones. */
const DAY_STEPS = [1, 2, 4, 7, 14, 30, 90, 365].map((days) => days * DAY_SECONDS);
const ALL_STEPS = [...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * 60), ...DAY_STEPS];
const FEW_DAYS_SECONDS = 2 * DAY_SECONDS;
const EDGE_PIXELS = 20;

function chartOptions(
  lines: readonly ChartLine[],
  colours: ChartColours,
  width: number,
  height: number,
  filled: boolean,
): uPlot.Options {
  const font = '11px system-ui, sans-serif';
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const axis: uPlot.Axis = {
    stroke: colours.text,
    font,
    ticks: { show: false },
    grid: { stroke: colours.grid, width: 1, dash: [2, 4] },
  };
  return {
    width,
    height,
    padding: [10, 4, 0, 8],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (chart) => [...priceRange(chart.data.slice(1) as (number | null)[][])] } },
    axes: [
      {
        ...axis,
        size: 28,
        space: 80,
        incrs: (_chart, _axis, low, high) => (high - low > FEW_DAYS_SECONDS ? DAY_STEPS : ALL_STEPS),
        grid: { show: false },
        values: (chart, ticks, _axis, _space, step) => {
          const format = step < DAY_SECONDS ? CLOCK : DAY;
          // Labels are centred on their tick, so one at the left edge would be cut off.
          return ticks.map((tick) => (chart.valToPos(tick, 'x') < EDGE_PIXELS ? '' : format.format(tick * 1_000)));
        },
      },
      { ...axis, side: 1, size: 46, space: 44, values: (_chart, ticks) => ticks.map(formatTickPercent) },
    ],
    series: [
      {},
      ...lines.map(({ colour }): uPlot.Series => {
        const stroke = colours.lines[colour % colours.lines.length] ?? colours.text;
        return {
          stroke,
          width: 2,
          points: { show: false },
          spanGaps: true,
          ...(stepped && { paths: stepped }),
          ...(filled && { fill: (chart) => ground(chart, stroke) }),
        };
      }),
    ],
  };
}

/** Returns a gradient from the line's colour to transparent at the bottom. */
function ground(chart: uPlot, stroke: string): CanvasGradient {
  const { top, height } = chart.bbox;
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, stroke.replace(/^rgb\((.+)\)$/, 'rgb($1 / 22%)').replaceAll(',', ''));
  gradient.addColorStop(1, stroke.replace(/^rgb\((.+)\)$/, 'rgb($1 / 0%)').replaceAll(',', ''));
  return gradient;
}

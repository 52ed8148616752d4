/** Parsing of Prometheus text. */
import { expect, test } from 'vitest';
import { parseSamples, sumOf } from './prometheus.ts';

const TEXT = `# HELP bellwether_sequence Sequence of the last durable entry.
# TYPE bellwether_sequence gauge
bellwether_sequence 4711
bellwether_feed_connections{channel="market"} 3
bellwether_feed_connections{channel="user"} 1
odd{text="a \\"quoted\\" word, and more",other="x"} 2.5
nodejs_eventloop_lag_seconds NaN

not a sample`;

test('figures: names, labels and values are read, everything else is left out', () => {
  const samples = parseSamples(TEXT);
  const [feeds, found] = ['bellwether_feed_connections', samples.map(({ name, value }) => `${name} ${value}`)];
  expect(found).toEqual(['bellwether_sequence 4711', `${feeds} 3`, `${feeds} 1`, 'odd 2.5']);
  expect(samples[3]?.labels).toEqual({ text: 'a "quoted" word, and more', other: 'x' });
});

test('figures: sums are over the labels that are wanted', () => {
  const samples = parseSamples(TEXT);
  expect(sumOf(samples, 'bellwether_feed_connections')).toBe(4);
  expect(sumOf(samples, 'bellwether_feed_connections', { channel: 'user' })).toBe(1);
  expect(sumOf(samples, 'bellwether_feed_connections', { channel: 'none' })).toBe(0);
});

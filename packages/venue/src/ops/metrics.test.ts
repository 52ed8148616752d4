/** Figures made from samples. */
import { expect, test } from 'vitest';
import { latencyFigures } from './metrics.ts';

test('latency figures: percentiles by nearest rank', () => {
  expect(latencyFigures([])).toEqual({ samples: 0, p50Ms: null, p99Ms: null, maxMs: null });
  const samples = Array.from({ length: 512 }, (_, index) => 512 - index);
  expect(latencyFigures(samples)).toEqual({ samples: 512, p50Ms: 256, p99Ms: 507, maxMs: 512 });
});

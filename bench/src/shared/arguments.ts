/** The flags that benchmarks share. */
import { parseArgs } from 'node:util';

export interface BenchArguments {
  /** Small and quick, ratios shown but not judged. */
  readonly smoke: boolean;
  /** Many times the usual work, where there is such a mode. */
  readonly large: boolean;
}

export function benchArguments(): BenchArguments {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { smoke: flag, large: flag } });
  return { smoke: values.smoke, large: values.large };
}

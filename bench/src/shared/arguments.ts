/** The flags that benchmarks share. */
import { parseArgs } from 'node:util';

export interface BenchArguments {
  /** Small and quick, ratios shown but not judged. */
  readonly smoke: boolean;
}

export function benchArguments(): BenchArguments {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  return { smoke: values.smoke };
}

/** Parses the venue's Prometheus metrics. Pure; supports only the part of the format that the venue uses. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_]\w*)="([^"\\]*(?:\\.[^"\\]*)*)"/g;

export function parseSamples(text: string): readonly Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, name, labels = '', figure] = LINE.exec(line) ?? [];
    if (name === undefined || figure === undefined) continue;
    const value = Number(figure);
    if (!Number.isFinite(value)) continue;
    samples.push({ name, labels: parseLabels(labels), value });
  }
  return samples;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(LABEL)) labels[name] = value.replace(/\\(.)/g, '$1');
  return labels;
}

/** Returns the sum of all samples with the given name and labels; 0 if there are none. */
export function sumOf(samples: readonly Sample[], name: string, wanted: Readonly<Record<string, string>> = {}): number {
  const entries = Object.entries(wanted);
  let sum = 0;
  for (const sample of samples) {
    if (sample.name !== name) continue;
    if (entries.every(([label, value]) => sample.labels[label] === value)) sum += sample.value;
  }
  return sum;
}

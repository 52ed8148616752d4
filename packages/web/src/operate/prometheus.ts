/** Reads the venue's figures out of Prometheus text. Pure; knows only as much of the format as the venue writes. */

/** One line: a name, its labels and its value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** All samples of a text; lines that are none are left out. */
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

/** Sum of the samples of a name whose labels are as wanted; 0 without any. */
export function sumOf(samples: readonly Sample[], name: string, wanted: Readonly<Record<string, string>> = {}): number {
  const entries = Object.entries(wanted);
  let sum = 0;
  for (const sample of samples) {
    if (sample.name !== name) continue;
    if (entries.every(([label, value]) => sample.labels[label] === value)) sum += sample.value;
  }
  return sum;
}

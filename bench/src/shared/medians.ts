/** Figures of several runs: of each the median, and beside it the least and the most. */
import { median, shown } from './report.ts';

/** One figure of all runs. */
export class Figure {
  /** In the order of the runs. */
  readonly values: readonly number[];
  readonly median: number;

  constructor(values: readonly number[]) {
    this.values = values;
    this.median = median(values);
  }

  get most(): number {
    return Math.max(...this.values);
  }

  /** This one over another one, run by run, so that other work on the machine affects both. */
  per(other: Figure): Figure {
    return new Figure(this.values.map((value, run) => value / (other.values[run] ?? Number.NaN)));
  }

  toString(): string {
    const range = this.values.length === 1 ? '' : ` (${shown(Math.min(...this.values))} to ${shown(this.most)})`;
    return shown(this.median) + range;
  }
}

/** Findings of one run: numbers by name, in groups. */
export interface Values {
  readonly [name: string]: number | Values;
}

export type Figures<Run> = { readonly [Name in keyof Run]: Run[Name] extends number ? Figure : Figures<Run[Name]> };

/** Merges runs that found the same figures. */
export function figuresOf<Run extends Values>(runs: readonly Run[]): Figures<Run> {
  const merged = Object.entries(runs[0] ?? {}).map(([name, first]) => {
    const all = runs.map((run) => run[name]);
    return [name, typeof first === 'number' ? new Figure(all as number[]) : figuresOf(all as Values[])];
  });
  return Object.fromEntries(merged) as Figures<Run>;
}

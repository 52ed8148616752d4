/** Rows that cannot be on the tape, by reason. */
import { basename } from 'node:path';

export class Losses {
  total = 0;
  readonly #files: readonly string[];
  readonly #byReason = new Map<string, { count: number; readonly named: string[] }>();

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  add(reason: string, { file, number }: { readonly file: number; readonly number: number }, detail = ''): void {
    this.total++;
    const known = this.#byReason.get(reason) ?? { count: 0, named: [] };
    this.#byReason.set(reason, known);
    const place = this.#files.length > 1 ? `${basename(this.#files[file] ?? '')} ` : '';
    if (++known.count <= 3) known.named.push(`${place}row ${number}${detail}`);
  }

  /** A line for each reason, with its first three rows. */
  lines(): string[] {
    return [...this.#byReason].map(([reason, { count, named }]) => `${reason}: ${count} (${named.join(', ')})`);
  }
}

/** A seeded bug: one small change of one file of the product, made when that file is loaded and never written down. */

export interface Mutant {
  /** Kebab-case, unique in the table. */
  readonly name: string;
  /** What it breaks, in one sentence. */
  readonly breaks: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** The piece of source that is replaced. It occurs exactly once in the file. */
  readonly piece: string;
  readonly by: string;
}

/** Seeded bugs of one part of the venue. */
export interface MutantArea {
  readonly title: string;
  readonly mutants: readonly Mutant[];
}

/** The source with the bug in it. Throws when the piece is not there exactly once: then the table has to be mended. */
export function mutated(source: string, { name, file, piece, by }: Mutant): string {
  const [before, after, ...more] = source.split(piece);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = source.split(piece).length - 1;
    throw new Error(`seeded bug ${name}: its piece of ${file} occurs ${count} times, and must occur once`);
  }
  return before + by + after;
}

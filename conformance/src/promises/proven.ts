/** Counts the promises that the passed tests of a run prove. */
import { isTestFile, type Proof } from './proofs.ts';

export interface PassedTest {
  /** Path from the repository root, with slashes. */
  readonly file: string;
  /** Full name: the names of its groups, then its own, with ` > ` between them. */
  readonly name: string;
}

export interface ProvenPromises {
  /** Promises with all their tests among the passed ones. */
  readonly full: number;
  /** Promises with at least one test among the passed ones. */
  readonly some: number;
  readonly all: number;
}

/** Matches placeholders that Vitest or JavaScript replaces in a title: `%s`, `$name`, `${value}`. */
const PLACEHOLDER = /%[sdifjoOc#]|\$\{[^}]*\}|\$[\w.]+/;

/** A pattern for the full names of a test, or of the tests of a group. */
const patternOf = (title: string): RegExp =>
  new RegExp(`(?:^| > )${title.split(PLACEHOLDER).map(RegExp.escape).join('.*')}(?:$| > )`, 's');

/**
 * Counts promises by their proofs among the passed tests of a run. One passed case proves a title with several cases,
 * and one passed test proves its group: a run with a failed one is red. Proofs outside test files count in every file.
 *
 * @param ids all promises, each once
 * @param proofs the tests that name them, from their sources
 */
export function provenBy(
  ids: readonly string[],
  proofs: readonly Proof[],
  passed: readonly PassedTest[],
): ProvenPromises {
  const byFile = Map.groupBy(passed, ({ file }) => file);
  const isSeen = ({ file, title }: Proof): boolean => {
    const pattern = patternOf(title);
    return (isTestFile(file) ? (byFile.get(file) ?? []) : passed).some(({ name }) => pattern.test(name));
  };
  const seen = new Set(proofs.filter(isSeen));
  const proofsById = ids.map((id) => proofs.filter((proof) => proof.ids.includes(id)));
  return {
    full: proofsById.filter((own) => own.length > 0 && own.every((proof) => seen.has(proof))).length,
    some: proofsById.filter((own) => own.some((proof) => seen.has(proof))).length,
    all: ids.length,
  };
}

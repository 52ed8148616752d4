/**
 * The version of the rules that decide commands. A journal records when it adopted a newer version (`AdoptRules`), so
 * that `verify` re-decides only commands of the current version and folds older ones.
 */
import { violated } from './units/units.ts';

/** Raise this whenever the same command on the same state is decided differently than before. */
export const RULES_VERSION = 8;

/** Rules of journals from before they recorded the version. */
export const FIRST_RULES_VERSION = 1;

/** Makes rules `version` decide commands from the next entry on. Issued by the sequencer before anything else. */
export type AdoptRules = { readonly kind: 'AdoptRules'; readonly version: number };

export type RulesAdopted = { readonly kind: 'RulesAdopted'; readonly version: number };

/** Sentence about a journal that a newer version wrote. */
export const rulesTooNew = (version: number): string =>
  `the journal was decided by rules ${version}, this version knows them up to ${RULES_VERSION}: start the version that wrote it`;

export function applyRulesAdopted(state: { rules: number }, { version }: RulesAdopted): void {
  if (version > RULES_VERSION) violated(rulesTooNew(version));
  if (version <= state.rules) violated(`rules ${version} are adopted after rules ${state.rules}`);
  state.rules = version;
}

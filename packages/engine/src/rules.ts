/**
 * The version of the rules that decide commands. A journal records when it adopted a newer version (`AdoptRules`), so
 * that `verify` re-decides only commands of the current version and folds older ones.
 */
import { violated } from './units/assert.ts';

/** Raise this whenever the same command on the same state is decided differently than before. */
export const RULES_VERSION = 4;

/** Rules of journals from before they recorded the version. */
export const FIRST_RULES_VERSION = 1;

/** Makes rules `version` decide commands from the next entry on. Issued by the sequencer before anything else. */
export interface AdoptRules {
  readonly kind: 'AdoptRules';
  readonly version: number;
}

export interface RulesAdopted {
  readonly kind: 'RulesAdopted';
  readonly version: number;
}

export function applyRulesAdopted(state: { rules: number }, { version }: RulesAdopted): void {
  if (version <= state.rules) violated(`rules ${version} are adopted after rules ${state.rules}`);
  state.rules = version;
}

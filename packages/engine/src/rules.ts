/**
 * The version of the rules by which commands are decided. A journal says when it went over to a newer one
 * (`AdoptRules`), so that `verify` decides again only what was decided by the rules it has, and folds what is older.
 */
import { violated } from './units/assert.ts';

/** Raise whenever the same command on the same state is decided in another way than before. */
export const RULES_VERSION = 4;

/** What journals were decided by before they said so. */
export const FIRST_RULES_VERSION = 1;

/** From the next entry on, commands are decided by rules `version`. Issued by the sequencer before anything else. */
export interface AdoptRules {
  readonly kind: 'AdoptRules';
  readonly version: number;
}

export interface RulesAdopted {
  readonly kind: 'RulesAdopted';
  readonly version: number;
}

/** What is decided by rules. */
interface Ruled {
  rules: number;
}

/** Whether a sequencer of this program has to issue `AdoptRules` first. */
export function rulesAreDue(state: Readonly<Ruled>): boolean {
  return state.rules < RULES_VERSION;
}

export function applyRulesAdopted(state: Ruled, { version }: RulesAdopted): void {
  if (version <= state.rules) violated(`rules ${version} are adopted after rules ${state.rules}`);
  state.rules = version;
}

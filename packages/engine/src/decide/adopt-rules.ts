/** Decides the adoption of newer rules. */
import type { Decision } from '../decision.ts';
import type { AdoptRules } from '../rules.ts';
import type { State } from '../state.ts';
import { accepted } from './accepted.ts';

/** Only forward; adopting the current or older rules changes nothing. */
export function decideAdoptRules(state: Readonly<State>, { version }: AdoptRules): Decision {
  return accepted(version > state.rules ? [{ kind: 'RulesAdopted', version }] : []);
}

/** Decides the venue's looks. Of two operators who change different fields at once, both have their way. */
import { accepted, type Decision } from '../decision.ts';
import { LOOKS_FIELDS, type Looks, type SetLooks } from '../looks/looks.ts';
import { looksRule } from '../looks/rules.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';

export function decideSetLooks({ looks }: Readonly<State>, { changes }: SetLooks): Decision {
  const changed: Partial<Record<keyof Looks, string | null>> = {};
  for (const field of LOOKS_FIELDS) {
    const value = changes[field]?.trim() ?? null;
    if (changes[field] === undefined || value === looks[field]) continue;
    const rule = value === null ? null : looksRule(field, value);
    if (rule !== null) return reject('looks_invalid', { reason: `${field} must ${rule}` });
    changed[field] = value;
  }
  return accepted(Object.keys(changed).length === 0 ? [] : [{ kind: 'LooksSet', changes: changed }]);
}

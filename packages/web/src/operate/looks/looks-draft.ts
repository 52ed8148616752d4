/** Draft of the venue's looks: what the operator types, the change that it is, and the file of the same. Pure. */
import type { LooksChange, Venue } from '@bellwether/contract';

export const LOOKS_FIELDS = ['name', 'currency', 'accent', 'logo', 'welcome', 'terms'] as const;
type LooksField = (typeof LOOKS_FIELDS)[number];
/** The logo is the path of the present one, or a `data:` address of a new one. */
export type LooksDraft = Readonly<Record<LooksField, string>>;

/** The fields that differ: what someone else changes at the same time stays. */
export function looksChange(before: LooksDraft, draft: LooksDraft): LooksChange {
  const changed = LOOKS_FIELDS.filter((field) => draft[field].trim() !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, draft[field].trim()]));
}

/** The field that a refusal names, with its rule as a sentence; null if it names none. */
export function fieldProblem(refusal: string): { readonly [Field in LooksField]?: string } | null {
  const [, field, rule = ''] = /^(name|currency|accent|logo|welcome|terms) must (.*)$/.exec(refusal) ?? [];
  return field === undefined ? null : { [field]: `It must ${rule}.` };
}

/**
 * The file that gives another venue the same, or this one without its log. It has the rules of joining and reading as
 * well: a file without them would open the venue.
 */
export function configFile(looks: LooksDraft, { join, reads, startingBalance }: Venue): string {
  const own = Object.entries(looks).filter(([, value]) => value !== '');
  return `${JSON.stringify({ ...Object.fromEntries(own), join, reads, startingBalance }, null, 2)}\n`;
}

/** Type of a check; each rule of the interface has one. */
import type { Need, Stage } from './stage.ts';

export interface Check {
  /** Chapter of the interface. */
  readonly section: string;
  /** The rule as a user would look for it, with its promise id in brackets. */
  readonly rule: string;
  /** The rule's limit, if it is more than a need. */
  readonly limit?: string;
  readonly needs?: Need;
  readonly run: (stage: Stage) => Promise<void>;
}

/** Returns the checks of a section. */
export function section(name: string, checks: readonly Omit<Check, 'section'>[]): readonly Check[] {
  return checks.map((check) => ({ section: name, ...check }));
}

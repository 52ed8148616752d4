/** What a check is. A rule of the interface is one check. */
import type { Need, Stage } from './stage.ts';

export interface Check {
  /** Chapter of the interface. */
  readonly section: string;
  /** The rule in words, as a user would look for it. */
  readonly rule: string;
  readonly needs?: Need;
  readonly run: (stage: Stage) => Promise<void>;
}

/** An object with the checks of its section. */
export function section(name: string, checks: readonly Omit<Check, 'section'>[]): readonly Check[] {
  return checks.map((check) => ({ section: name, ...check }));
}

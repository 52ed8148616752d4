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

type Rule = Omit<Check, 'section'>;

export function rules(needs: Need | null, checks: Readonly<Record<string, Check['run']>>, limit?: string): Rule[] {
  const same = { ...(needs !== null && { needs }), ...(limit !== undefined && { limit }) };
  return Object.entries(checks).map(([rule, run]) => ({ rule, ...same, run }));
}

/** Returns the checks of a section, in order. */
export function section(name: string, ...parts: readonly (readonly Rule[])[]): readonly Check[] {
  return parts.flat().map((check) => ({ section: name, ...check }));
}

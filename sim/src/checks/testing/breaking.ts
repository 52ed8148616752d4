/** The type of a breaking history, and shared helpers for writing one. */
import type { State } from '@bellwether/engine';
import type { Fact } from '../facts.ts';
import { History } from './history.ts';

export interface Breaking {
  readonly rule: string;
  /** Description of the error. */
  readonly what: string;
  /** `isBroken`: with the error; otherwise the same history without it. */
  history(isBroken: boolean): readonly Fact[];
  /** Damages the state that the history leads to. */
  spoil?(state: State): void;
}

/** Row with a history that `write` fills and that ends with the run. */
export const row = (rule: string, what: string, write: (history: History, isBroken: boolean) => void): Breaking => ({
  rule,
  what,
  history: (isBroken) => {
    const history = History.opened();
    write(history, isBroken);
    return history.end();
  },
});

export function replaceLast(history: History, kind: Fact['kind'], change: (fact: never) => Fact): void {
  const at = history.facts.findLastIndex((fact) => fact.kind === kind);
  history.facts[at] = change(history.facts[at] as never);
}

export type Logged = Extract<Fact, { kind: 'logged' }>;

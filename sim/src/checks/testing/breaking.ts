/** What a breaking history is, and what those have in common who write them. */
import type { State } from '@bellwether/engine';
import type { Fact } from '../facts.ts';
import { History } from './history.ts';

export interface Breaking {
  readonly rule: string;
  /** What is wrong. */
  readonly what: string;
  /** `isBroken`: with what is wrong; else the same without it. */
  history(isBroken: boolean): readonly Fact[];
  /** Makes the state wrong that the history leads to. */
  spoil?(state: State): void;
}

/** Every row ends its history. */
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

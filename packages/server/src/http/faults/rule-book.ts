/** Rules of what goes wrong on purpose: which of them meets a request or a frame, and whether it does something to it. */
import type { FaultMatch, FaultPreset, FrameFault, RequestFault } from '@bellwether/contract';

export type Fault = RequestFault | FrameFault;

/** A rule with what it stands for worked out. */
export interface ArmedRule {
  readonly preset: FaultPreset | null;
  readonly match: FaultMatch;
  readonly do: Fault;
  readonly seed: number;
  /** Unix milliseconds of the venue. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Texts of which one is in what is about its market; empty: it is about no market in particular. */
  readonly marketTexts: readonly string[];
}

export interface Request {
  readonly kind: 'request';
  readonly method: string;
  readonly path: string;
  /** Lower-case address of whom it says that it is from; '' without one. */
  readonly account: string;
  /** Its target and body. */
  readonly text: () => string;
}

export interface Frame {
  readonly kind: 'frame';
  readonly feed: 'market' | 'user' | 'live';
  readonly text: () => string;
}

interface Counted {
  readonly id: string;
  readonly rule: ArmedRule;
  readonly chance: () => number;
  matched: number;
  injected: number;
}

export class RuleBook {
  readonly #clock: () => number;
  readonly #chances: (seed: number) => () => number;
  #rules: Counted[] = [];
  #next = 1;

  /** `clock`: Unix milliseconds of the venue. `chances`: numbers in 0..1 that follow from a seed. */
  constructor(clock: () => number, chances: (seed: number) => () => number) {
    this.#clock = clock;
    this.#chances = chances;
  }

  get size(): number {
    return this.#rules.length;
  }

  get rules(): readonly Pick<Counted, 'id' | 'rule' | 'matched' | 'injected'>[] {
    return this.#rules;
  }

  /** Answers its id. */
  arm(rule: ArmedRule): string {
    const id = String(this.#next++);
    this.#rules.push({ id, rule, chance: this.#chances(rule.seed), matched: 0, injected: 0 });
    return id;
  }

  /** False when there is no such rule. */
  disarm(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    return this.#rules.length < before;
  }

  disarmAll(): void {
    this.#rules = [];
  }

  /** What is done to it; null: nothing. Counts it. */
  meet(met: Request): RequestFault | null;
  meet(met: Frame): FrameFault | null;
  meet(met: Request | Frame): Fault | null {
    if (this.#rules.length === 0) return null;
    const nowMs = this.#clock();
    for (const counted of this.#rules) {
      const { rule } = counted;
      if (nowMs < rule.fromMs || nowMs >= rule.untilMs || !isMet(rule, met)) continue;
      counted.matched++;
      if (!isChosen(counted)) continue;
      counted.injected++;
      return rule.do;
    }
    return null;
  }
}

function isMet({ match, marketTexts }: ArmedRule, met: Request | Frame): boolean {
  if (met.kind === 'frame') {
    if (match.feed === undefined || (match.feed !== '*' && match.feed !== met.feed)) return false;
  } else {
    if (match.feed !== undefined) return false;
    if (match.route !== undefined && !isOfRoute(match.route, met)) return false;
    if (match.account !== undefined && match.account.toLowerCase() !== met.account) return false;
  }
  return marketTexts.length === 0 || marketTexts.some((text) => met.text().includes(text));
}

function isOfRoute(route: string, { method, path }: Request): boolean {
  const [first = '', second] = route.split(' ');
  const [wanted, pattern] = second === undefined ? ['*', first] : [first, second];
  if (wanted !== '*' && wanted !== method) return false;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function isChosen({ rule: { match }, matched, injected, chance }: Counted): boolean {
  if (match.times !== undefined && injected >= match.times) return false;
  if (match.nth !== undefined && matched !== match.nth) return false;
  if (match.every !== undefined && matched % match.every !== 0) return false;
  // Drawn for each that comes so far, so that the same ones are chosen each time.
  return match.probability === undefined || chance() < match.probability;
}

/** Rules of what goes wrong on purpose: which of them meets a request, a frame, a trade or an order, and whether it does something to it. */
import type { FaultMatch, FaultPreset, FrameFault, OrderFault, RequestFault, TradeFault } from '@bellwether/contract';

export type Fault = RequestFault | FrameFault | TradeFault | OrderFault;

/** Kinds that are for frames. */
const OF_FRAMES: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['silence', 'double', 'reorder', 'disconnect']);

/** What a fault is done to. */
export function metBy({ kind }: Fault): Met['kind'] {
  if (kind === 'settle') return 'trade';
  if (kind === 'match-later') return 'order';
  return OF_FRAMES.has(kind) ? 'frame' : 'request';
}

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

export interface Trade {
  readonly kind: 'trade';
  /** Lower-case addresses of the accounts that have a part in it. */
  readonly accounts: () => readonly string[];
  /** Condition id of its market. */
  readonly text: () => string;
}

export interface Order {
  readonly kind: 'order';
  /** Lower-case address of its account. */
  readonly account: string;
  /** Condition id of its market. */
  readonly text: () => string;
}

type Met = Request | Frame | Trade | Order;

/** A rule that does something to a trade. */
export interface MetTrade {
  readonly rule: string;
  readonly fault: TradeFault;
  /** 0..1: decides what becomes of it. */
  readonly chance: number;
}

/** A rule that does something to an order. */
export interface MetOrder {
  readonly rule: string;
  readonly preset: FaultPreset | null;
  readonly fault: OrderFault;
}

interface Counted {
  readonly id: string;
  readonly rule: ArmedRule;
  /** Whose scenario has armed it; null: the operator. */
  readonly branch: string | null;
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

  isArmed(id: string): boolean {
    return this.#rules.some((rule) => rule.id === id);
  }

  /** Whether any rule is about such. */
  meets(kind: Met['kind']): boolean {
    return this.#rules.some(({ rule }) => metBy(rule.do) === kind);
  }

  /** `branch`: whose scenario arms it; null: the operator does. Answers its id. */
  arm(rule: ArmedRule, branch: string | null = null): string {
    const id = String(this.#next++);
    this.#rules.push({ id, rule, branch, chance: this.#chances(rule.seed), matched: 0, injected: 0 });
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

  /** Keeps those of whom it says so. Answers what puts everything back as it is now. */
  keep(isKept: (branch: string | null) => boolean): () => void {
    const before = this.#rules;
    this.#rules = before.filter(({ branch }) => isKept(branch));
    return () => {
      this.#rules = before;
    };
  }

  /** What is done to it; null: nothing. Counts it. */
  meet(met: Request): RequestFault | null;
  meet(met: Frame): FrameFault | null;
  meet(met: Request | Frame): Fault | null {
    return this.#find(met)?.rule.do ?? null;
  }

  /** The same for a trade. */
  meetTrade(met: Trade): MetTrade | null {
    const found = this.#find(met);
    const fault = found?.rule.do;
    return found !== null && fault?.kind === 'settle' ? { rule: found.id, fault, chance: found.chance() } : null;
  }

  /** The same for an order. */
  meetOrder(met: Order): MetOrder | null {
    const found = this.#find(met);
    const fault = found?.rule.do;
    return found !== null && fault?.kind === 'match-later'
      ? { rule: found.id, preset: found.rule.preset, fault }
      : null;
  }

  #find(met: Met): Counted | null {
    if (this.#rules.length === 0) return null;
    const nowMs = this.#clock();
    for (const counted of this.#rules) {
      const { rule } = counted;
      if (nowMs < rule.fromMs || nowMs >= rule.untilMs || !isMet(rule, met)) continue;
      counted.matched++;
      if (!isChosen(counted)) continue;
      counted.injected++;
      return counted;
    }
    return null;
  }
}

function isMet({ match, marketTexts, do: fault }: ArmedRule, met: Met): boolean {
  if (metBy(fault) !== met.kind) return false;
  const account = match.account?.toLowerCase();
  if (met.kind === 'frame') {
    if (match.feed !== '*' && match.feed !== met.feed) return false;
  } else if (met.kind === 'trade') {
    if (account !== undefined && !met.accounts().includes(account)) return false;
  } else {
    if (account !== undefined && account !== met.account) return false;
    if (met.kind === 'request' && match.route !== undefined && !isOfRoute(match.route, met)) return false;
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

/** Rules for injected faults: which rule matches a request, frame, trade or order, and whether it takes effect. */
import type {
  FaultMatch,
  FaultPreset,
  FrameFault,
  MomentFault,
  OrderFault,
  RequestFault,
  TradeFault,
} from '@bellwether/contract';

export type Fault = RequestFault | FrameFault | TradeFault | OrderFault | MomentFault;

const OF_FRAMES: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['silence', 'double', 'reorder', 'disconnect']);

/** Kind of objects that a fault is done to; `moment`: to none, it happens once. */
export function metBy({ kind }: Fault): Matchable['kind'] | 'moment' {
  if (kind === 'wipe') return 'moment';
  if (kind === 'settle') return 'trade';
  if (kind === 'match-later' || kind === 'unmatch') return 'order';
  return OF_FRAMES.has(kind) ? 'frame' : 'request';
}

/** A rule with its times and market resolved. */
export interface ArmedRule {
  readonly preset: FaultPreset | null;
  readonly match: FaultMatch;
  readonly do: Fault;
  readonly seed: number;
  /** Start and end of the rule, in Unix milliseconds of the venue. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Texts that identify the rule's market: matching objects contain at least one. Empty: any market. */
  readonly marketTexts: readonly string[];
}

export interface Request {
  readonly kind: 'request';
  readonly method: string;
  readonly path: string;
  /** Path of the route, with parameters as `:name`. */
  readonly pattern: string;
  /** Lower-case address of the account that the request claims to be from; '' without one. */
  readonly account: string;
  /** Request target and body. */
  readonly text: () => string;
  /** True for orders for markets of version v1, and for the question which version orders have. */
  readonly isOfOldExchange: () => boolean;
}

export type Frame = { readonly kind: 'frame'; readonly feed: 'market' | 'user' | 'live'; readonly text: () => string };

export interface Trade {
  readonly kind: 'trade';
  /** Lower-case addresses of the accounts involved in the trade. */
  readonly accounts: () => readonly string[];
  /** Condition id of the trade's market. */
  readonly text: () => string;
}

export interface Order {
  readonly kind: 'order';
  /** Lower-case address of the order's account. */
  readonly account: string;
  /** Condition id of the order's market. */
  readonly text: () => string;
}

type Matchable = Request | Frame | Trade | Order;

interface MetTrade {
  readonly rule: string;
  readonly fault: TradeFault;
  /** Random number in 0..1 that decides the trade's outcome. */
  readonly chance: number;
}

type MetOrder = { readonly rule: string; readonly preset: FaultPreset | null; readonly fault: OrderFault };

interface Counted {
  readonly id: string;
  readonly rule: ArmedRule;
  /** Branch whose scenario armed the rule; null: the operator armed it. */
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

  /** `clock`: Unix milliseconds of the venue. `chances`: numbers in 0..1 derived from a seed. */
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

  /** True if any rule applies to objects of this kind. */
  meets(kind: Matchable['kind']): boolean {
    return this.#rules.some(({ rule }) => metBy(rule.do) === kind);
  }

  /** Arms a rule and returns its id. `branch`: the branch whose scenario arms it; null: the operator arms it. */
  arm(rule: ArmedRule, branch: string | null = null): string {
    const id = String(this.#next++);
    this.#rules.push({ id, rule, branch, chance: this.#chances(rule.seed), matched: 0, injected: 0 });
    return id;
  }

  /** Rules that act on the whole venue at the moment from which they hold. */
  get wipes(): readonly Pick<Counted, 'id' | 'rule'>[] {
    return this.#rules.filter(({ rule }) => rule.do.kind === 'wipe');
  }

  /** Counts the orders that such a rule has cancelled. */
  countWiped(id: string, orders: number): void {
    const counted = this.#rules.find((rule) => rule.id === id);
    if (counted === undefined) return;
    counted.matched += orders;
    counted.injected += orders;
  }

  disarm(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    return this.#rules.length < before;
  }

  disarmAll(): void {
    this.#rules = [];
  }

  /**
   * Keeps only rules of branches for which `isKept` returns true. Returns a function that restores the current rules.
   */
  keep(isKept: (branch: string | null) => boolean): () => void {
    const before = this.#rules;
    this.#rules = before.filter(({ branch }) => isKept(branch));
    return () => {
      this.#rules = before;
    };
  }

  /** Fault to inject into a request or frame; null: none. Counts the match. */
  meet(met: Request): RequestFault | null;
  meet(met: Frame): FrameFault | null;
  meet(met: Request | Frame): Fault | null {
    return this.#find(met)?.rule.do ?? null;
  }

  /** Does the same for a trade. */
  meetTrade(met: Trade): MetTrade | null {
    const found = this.#find(met);
    const fault = found?.rule.do;
    return found !== null && fault?.kind === 'settle' ? { rule: found.id, fault, chance: found.chance() } : null;
  }

  /** Does the same for an order. */
  meetOrder(met: Order): MetOrder | null {
    const found = this.#find(met);
    const fault = found?.rule.do;
    return found !== null && (fault?.kind === 'match-later' || fault?.kind === 'unmatch')
      ? { rule: found.id, preset: found.rule.preset, fault }
      : null;
  }

  #find(met: Matchable): Counted | null {
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

function isMet({ match, marketTexts, do: fault }: ArmedRule, met: Matchable): boolean {
  if (metBy(fault) !== met.kind) return false;
  const account = match.account?.toLowerCase();
  if (met.kind === 'frame') {
    if (match.feed !== '*' && match.feed !== met.feed) return false;
  } else if (met.kind === 'trade') {
    if (account !== undefined && !met.accounts().includes(account)) return false;
  } else {
    if (account !== undefined && account !== met.account) return false;
    if (met.kind === 'request' && match.route !== undefined && !isOfRoute(match.route, met)) return false;
    if (met.kind === 'request' && fault.kind === 'old-exchange' && !met.isOfOldExchange()) return false;
  }
  return marketTexts.length === 0 || marketTexts.some((text) => met.text().includes(text));
}

export function isOfRoute(
  route: string,
  { method, path, pattern }: Pick<Request, 'method' | 'path' | 'pattern'>,
): boolean {
  const [first = '', second] = route.split(' ');
  const [wanted, at] = second === undefined ? ['*', first] : [first, second];
  if (wanted !== '*' && wanted !== method) return false;
  return at.endsWith('*') ? path.startsWith(at.slice(0, -1)) : path === at || pattern === at;
}

function isChosen({ rule: { match }, matched, injected, chance }: Counted): boolean {
  if (match.times !== undefined && injected >= match.times) return false;
  if (match.nth !== undefined && matched !== match.nth) return false;
  if (match.every !== undefined && matched % match.every !== 0) return false;
  // Drawn for every match that gets here, so that the same matches are chosen each time.
  return match.probability === undefined || chance() < match.probability;
}

/** Cancels all open orders at the moments that rules name, as venues do on the day of a migration. */
import type { State } from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { DuePart } from '@bellwether/venue/runtime/virtual-time.ts';
import type { ArmedRule, RuleBook } from './rule-book.ts';

type Wipe = RuleBook['wipes'][number];

/** Wipes of one branch. A rule acts only on branches that begin before its moment. */
export class Wipes implements DuePart {
  readonly #rules: RuleBook;
  readonly #clock: () => number;
  readonly #exchange: Pick<ExchangeHandle, 'state' | 'submit'>;
  /** Rules that have acted on this branch. */
  readonly #done = new Set<string>();

  constructor(rules: RuleBook, clock: () => number, exchange: Pick<ExchangeHandle, 'state' | 'submit'>) {
    this.#rules = rules;
    this.#clock = clock;
    this.#exchange = exchange;
    for (const { id, rule } of rules.wipes) if (rule.fromMs <= clock()) this.#done.add(id);
  }

  nextMs(): number | null {
    const next = this.#next();
    return next === null ? null : this.#momentOf(next.rule);
  }

  async run(): Promise<void> {
    const next = this.#next();
    if (next === null) return;
    this.#done.add(next.id);
    this.#rules.countWiped(next.id, await this.#wipe(next.rule));
  }

  /** The rule that acts first. */
  #next(): Wipe | null {
    let first: Wipe | null = null;
    for (const wipe of this.#rules.wipes) {
      const atMs = this.#momentOf(wipe.rule);
      if (this.#done.has(wipe.id) || atMs >= wipe.rule.untilMs) continue;
      if (first === null || atMs < this.#momentOf(first.rule)) first = wipe;
    }
    return first;
  }

  #momentOf({ fromMs }: ArmedRule): number {
    return Math.max(fromMs, this.#clock());
  }

  /** Returns the number of cancelled orders. */
  async #wipe({ match, marketTexts: [conditionId] }: ArmedRule): Promise<number> {
    const { state } = this.#exchange;
    const market = conditionId === undefined ? null : (state.marketsByCondition.get(conditionId as never) ?? null);
    const before = state.openOrders.size;
    for (const account of accountsOf(state, match.account)) {
      // One command cancels a bounded number of orders.
      const command = { kind: 'CancelMatching', account, market, outcome: null } as const;
      while ((await this.#exchange.submit(command)).kind === 'accepted');
    }
    return before - state.openOrders.size;
  }
}

function accountsOf({ accounts }: Readonly<State>, address: string | undefined) {
  const named = address?.toLowerCase();
  return accounts
    .filter((account) => account.openOrders.size > 0 && (named === undefined || account.address === named))
    .map(({ id }) => id);
}

/** State of grants: how far each was paid, and standing grants. Owned by `State`; only `apply` changes it. */
import type { AccountId, Micros } from '../units/units.ts';
import type { StandingTerms } from './commands.ts';
import type { GrantPaid } from './events.ts';

export interface GrantProgress {
  readonly amount: Micros;
  readonly reason: string;
  /** Number of the next step; null once the grant is complete. */
  readonly step: number | null;
  /** Last account that was paid; null: none. */
  readonly through: AccountId | null;
  /** Accounts paid so far. */
  readonly people: number;
}

export interface StandingGrant extends StandingTerms {
  /** Unix milliseconds at which its present terms were set. */
  readonly sinceMs: number;
}

/** Plain-data form for snapshots. */
export interface GrantsSnapshot {
  readonly grants: readonly (readonly [string, GrantProgress])[];
  readonly standing: readonly StandingGrant[];
}

export class Grants {
  readonly #grants = new Map<string, GrantProgress>();
  readonly #standing = new Map<string, StandingGrant>();

  get count(): number {
    return this.#grants.size;
  }

  find(id: string): GrantProgress | null {
    return this.#grants.get(id) ?? null;
  }

  /** Standing grants in the order in which they were first set. */
  get standing(): ReadonlyMap<string, StandingGrant> {
    return this.#standing;
  }

  pay({ grant, step, last, amount, reason, people, through }: GrantPaid): void {
    const before = this.#grants.get(grant)?.people ?? 0;
    this.#grants.set(grant, { amount, reason, step: last ? null : step + 1, through, people: before + people });
  }

  set(terms: StandingGrant): void {
    if (terms.amount === 0) this.#standing.delete(terms.standing);
    else this.#standing.set(terms.standing, terms);
  }

  snapshot(): GrantsSnapshot {
    return { grants: [...this.#grants], standing: [...this.#standing.values()] };
  }

  static restore({ grants, standing }: GrantsSnapshot): Grants {
    const restored = new Grants();
    for (const [id, progress] of grants) restored.#grants.set(id, progress);
    for (const terms of standing) restored.set(terms);
    return restored;
  }

  /** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
  facts(add: (...facts: readonly (string | number | null)[]) => void): void {
    for (const [id, { amount, reason, step, through, people }] of this.#grants)
      add('grant', id, amount, reason, step, through, people);
    for (const { standing, every, amount, reason, to, sinceMs } of this.#standing.values())
      add('standing grant', standing, every, amount, reason, to.kind === 'group' ? to.group : null, sinceMs);
  }
}

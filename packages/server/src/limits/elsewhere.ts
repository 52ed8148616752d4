/** What a limiter hears of those of the other gateways, and takes into its own counts and lines. */
import type { CapName } from '@bellwether/contract';
import type { Client, ClientName, Waiter } from './client.ts';
import type { Clients } from './clients.ts';
import type { Decisions } from './decisions.ts';
import type { Newcomers } from './newcomers.ts';
import { charge, count } from './room.ts';
import { type Plan, planOfKey, type Row } from './rows.ts';
import type { Hearer } from './told.ts';
import type { WaitingLines } from './waiting-lines.ts';

export class Elsewhere implements Hearer {
  readonly #rows: ReadonlyMap<CapName, Row>;
  readonly #clients: Clients;
  readonly #newcomers: Newcomers;
  readonly #lines: WaitingLines;
  readonly #decisions: Decisions;
  /** Plans of others, by key. */
  readonly #plans = new Map<number, Plan>();
  /** Those that wait elsewhere, by id, and clients for whom one of them has gone. */
  readonly #waiters = new Map<number, Waiter>();
  readonly #stirred = new Set<Client>();

  constructor(
    rows: ReadonlyMap<CapName, Row>,
    clients: Clients,
    newcomers: Newcomers,
    lines: WaitingLines,
    decisions: Decisions,
  ) {
    this.#rows = rows;
    this.#clients = clients;
    this.#newcomers = newcomers;
    this.#lines = lines;
    this.#decisions = decisions;
  }

  /** The plan whose key this is at all gateways. */
  planOf(key: number): Plan {
    const plan = this.#plans.get(key) ?? planOfKey(key, this.#rows);
    this.#plans.set(key, plan);
    return plan;
  }

  counted(names: readonly ClientName[], planKey: number, weight: number, at: number): void {
    const now = this.#decisions.heard(at);
    count(this.#clients.byNames(names), this.planOf(planKey), weight, now);
  }

  charged(names: readonly ClientName[], planKey: number, weight: number, at: number): void {
    const now = this.#decisions.heard(at);
    charge(this.#clients.byNames(names), this.planOf(planKey), weight, now);
  }

  waits(names: readonly ClientName[], planKey: number, weight: number, deadline: number, id: number): void {
    const clients = this.#clients.byNames(names);
    const waiter: Waiter = { clients, plan: this.planOf(planKey), weight, deadline, settle: null, id };
    this.#waiters.set(id, waiter);
    this.#lines.add(waiter);
  }

  gone(id: number): void {
    const waiter = this.#waiters.get(id);
    if (waiter === undefined) return;
    this.#waiters.delete(id);
    this.#lines.takeOut(waiter, null);
    for (const client of waiter.clients) this.#stirred.add(client);
  }

  newcomer(at: number): void {
    this.#newcomers.count(this.#decisions.heard(at));
  }

  caughtUp(): void {
    const now = this.#decisions.now();
    this.#clients.sweep(now);
    const stirred = [...this.#stirred];
    this.#stirred.clear();
    for (const client of stirred) this.#lines.serve(client, now);
  }
}

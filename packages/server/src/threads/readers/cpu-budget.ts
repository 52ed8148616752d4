/** How much CPU one read may take of its thread. SQLite runs a statement to its end: what is checked is the time between them. */

/** Thrown where the budget is spent. */
export class CpuSpent extends Error {}

export class CpuBudget {
  readonly #mostMs: number;
  #begunMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** A read begins. */
  begin(): void {
    this.#begunMs = threadCpuMs();
  }

  /** CPU since it began, in milliseconds. */
  spentMs(): number {
    return threadCpuMs() - this.#begunMs;
  }

  /** Throws `CpuSpent` when that is more than allowed. */
  check(): void {
    if (this.spentMs() > this.#mostMs) throw new CpuSpent('the CPU for this read is spent');
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

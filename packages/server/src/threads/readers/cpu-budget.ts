/** CPU limit of one read in its thread. SQLite runs a statement to its end, so the limit is checked between statements. */

/** Thrown when the budget is used up. */
export class CpuSpent extends Error {}

export class CpuBudget {
  readonly #mostMs: number;
  #begunMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** Starts a read. */
  begin(): void {
    this.#begunMs = threadCpuMs();
  }

  /** CPU milliseconds since the start of the read. */
  spentMs(): number {
    return threadCpuMs() - this.#begunMs;
  }

  /** Throws `CpuSpent` when the read has used more than allowed. */
  check(): void {
    if (this.spentMs() > this.#mostMs) throw new CpuSpent('the CPU for this read is spent');
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

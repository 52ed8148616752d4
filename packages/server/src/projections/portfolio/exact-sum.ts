/** A sum of safe integers that stays exact however far it goes: a number while it is one, the rest in a BigInt. */
export class ExactSum {
  #near = 0;
  #far = 0n;

  get isZero(): boolean {
    return this.#near === 0 && this.#far === 0n;
  }

  /** Adds a safe integer. */
  add(amount: number): void {
    const near = this.#near + amount;
    if (Number.isSafeInteger(near)) {
      this.#near = near;
      return;
    }
    this.#far += BigInt(this.#near);
    this.#near = amount;
  }

  /** What was added since the last time. */
  take(): bigint {
    const sum = this.#near === 0 ? this.#far : this.#far + BigInt(this.#near);
    this.#near = 0;
    this.#far = 0n;
    return sum;
  }
}

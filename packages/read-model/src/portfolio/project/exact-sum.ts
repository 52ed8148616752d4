/** A sum of safe integers that stays exact at any size: a number while it is safe, the rest in a BigInt. */
export class ExactSum {
  #near = 0;
  #far = 0n;

  /** Adds a safe integer, or any as a BigInt. */
  add(amount: number | bigint): void {
    if (typeof amount === 'bigint') {
      this.#far += amount;
      return;
    }
    const near = this.#near + amount;
    if (Number.isSafeInteger(near)) {
      this.#near = near;
      return;
    }
    this.#far += BigInt(this.#near);
    this.#near = amount;
  }

  /** Returns the sum since the last call, and resets it. */
  take(): bigint {
    const sum = this.#near === 0 ? this.#far : this.#far + BigInt(this.#near);
    this.#near = 0;
    this.#far = 0n;
    return sum;
  }
}

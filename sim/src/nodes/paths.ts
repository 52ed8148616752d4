/** Paths between the nodes of a venue and to the database: which are blocked at the moment, and until when. */

const NEVER = Number.NEGATIVE_INFINITY;

export class Paths {
  readonly #nowMs: () => number;
  /** End of the silence, by `from to`. */
  readonly #silent = new Map<string, number>();
  readonly #clogged = new Map<string, number>();
  readonly #withoutDatabase = new Map<number, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Holds back everything that one node sends to another for this long; it arrives afterwards. */
  silence(from: number, to: number, ms: number): void {
    this.#silent.set(`${from} ${to}`, this.#nowMs() + ms);
  }

  /** Like `silence`, but the network also accepts no data from the sender. */
  clog(from: number, to: number, ms: number): void {
    this.silence(from, to, ms);
    this.#clogged.set(`${from} ${to}`, this.#nowMs() + ms);
  }

  cutDatabase(member: number, ms: number): void {
    this.#withoutDatabase.set(member, this.#nowMs() + ms);
  }

  /** End of the silence; in the past if the path is open. */
  silentUntilMs(from: number, to: number): number {
    return this.#silent.get(`${from} ${to}`) ?? NEVER;
  }

  isOpen(from: number, to: number): boolean {
    return this.silentUntilMs(from, to) <= this.#nowMs();
  }

  isClogged(from: number, to: number): boolean {
    return (this.#clogged.get(`${from} ${to}`) ?? NEVER) > this.#nowMs();
  }

  hasDatabase(member: number): boolean {
    return (this.#withoutDatabase.get(member) ?? NEVER) <= this.#nowMs();
  }

  /** Time at which all paths are open if nothing else happens. */
  get endsMs(): number {
    return Math.max(NEVER, ...this.#silent.values(), ...this.#withoutDatabase.values());
  }
}

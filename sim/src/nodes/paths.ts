/** The ways between the nodes of a venue and to the database: which of them nothing passes at the moment, and until when. */

const NEVER = Number.NEGATIVE_INFINITY;

export class Paths {
  readonly #nowMs: () => number;
  /** By `from to`. */
  readonly #silent = new Map<string, number>();
  readonly #clogged = new Map<string, number>();
  readonly #withoutDatabase = new Map<number, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Nothing that one sends arrives at the other for so long; what is sent meanwhile arrives afterwards. */
  silence(from: number, to: number, ms: number): void {
    this.#silent.set(`${from} ${to}`, this.#nowMs() + ms);
  }

  /** The same; and the network takes nothing of it either. */
  clog(from: number, to: number, ms: number): void {
    this.silence(from, to, ms);
    this.#clogged.set(`${from} ${to}`, this.#nowMs() + ms);
  }

  cutDatabase(member: number, ms: number): void {
    this.#withoutDatabase.set(member, this.#nowMs() + ms);
  }

  /** Of the past when it is open. */
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

  /** When all of them are open, if nothing more happens. */
  get endsMs(): number {
    return Math.max(NEVER, ...this.#silent.values(), ...this.#withoutDatabase.values());
  }
}

/** What a process with a seeded bug tells the one that started it. */

export interface SeedBegun {
  readonly kind: 'seed';
  readonly seed: number;
  /** CPU time of the process so far. */
  readonly cpuMs: number;
}

/** A seed that ended otherwise than well. */
export interface Found {
  readonly kind: 'found';
  readonly seed: number;
  /** Name of the rule, or what else went wrong. */
  readonly rule: string;
  readonly message: string;
  readonly cpuMs: number;
}

/** All seeds ended well. */
export interface NotFound {
  readonly kind: 'not_found';
  readonly cpuMs: number;
  /** False: no seed has ever loaded the file with the bug. */
  readonly isLoaded: boolean;
}

export type FromBug = SeedBegun | Found | NotFound;

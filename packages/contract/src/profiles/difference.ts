/** One change of the public ecosystem's interface, as a dated profile lists it. */
export interface Difference {
  readonly id: string;
  /**
   * True if the change only adds: everything from before goes on working. The profile `bellwether` has all of these;
   * a change that alters what was there belongs to dated profiles alone.
   */
  readonly adds: boolean;
  /** The change in one sentence, for the reference page. */
  readonly text: string;
}

/** The interface of the ecosystem on a date: everything of the dates before, and these differences. */
export interface DatedProfile {
  /** Year and month, such as `2026-09`. */
  readonly date: string;
  readonly differences: readonly Difference[];
}

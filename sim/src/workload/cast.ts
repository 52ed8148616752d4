/** Who acts in a run. */

export const TRADERS = 7;
/** Second programs of the first traders. */
export const TWINS = 2;
/** Those that the plan names; the operator comes on top. */
export const CLIENTS = TRADERS + TWINS;

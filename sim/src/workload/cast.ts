/** The clients of a run. */

export const TRADERS = 7;
/** Additional programs of the first traders. */
export const TWINS = 2;
/** Clients that the plan names; the operator is additional. */
export const CLIENTS = TRADERS + TWINS;

/** People of a venue: who they are and how they sign in, beside the log and never in it. */
export {};

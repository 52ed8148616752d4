/** All limits of the messages between the nodes of a venue, in one place. */

/** Interval at which a leader announces its lease, and followers their progress. */
export const BEAT_MS = 250;
/** Time without an answer after which a leader is given up: its lease is over by then. */
export const SILENT_MS_MAX = 2_000;
/**
 * Time without an answer from the leader after which a node checks on every beat whether it can lead. A stalled leader's
 * lease ends when the leader is given up, and a node that has seen the lease run need not allow for a late renewal.
 */
export const DOUBTED_MS = 1_000;
/**
 * Time for which a node leaves a silent leader alone after giving it up: asking again would take the time needed to lead.
 */
export const LEFT_ALONE_MS = 1_000;
/** Time limit for a leader's welcome. */
export const WELCOME_MS_MAX = 2_000;
/** Interval at which a node looks for a leader while it follows none. */
export const SEEK_MS = 25;
/**
 * Time that a leader may take to answer a joining node, at first and at most: a stalled node accepts connections and
 * says nothing, and a busy machine is slow. Doubled after each attempt, until one is answered.
 */
export const PATIENCE_MS_MIN = 500;
export const PATIENCE_MS_MAX = 4_000;
/** Interval at which a joining node checks whether the other node still leads. */
export const DOUBT_MS = 100;
/** Time for which a command waits for a leader before it is refused. */
export const WITHOUT_LEADER_MS_MAX = 3_000;
/** Time for which a node shows its view after the last news of a leader with a lease. */
export const STALE_MS_MAX = 10_000;
/** Bytes that may wait for a slow follower. After that it is dropped and catches up from the database. */
export const UNSENT_BYTES_MAX = 32 * 1024 * 1024;
/** Records that wait in a follower that catches up, and their bytes. Beyond either it starts over. */
export const CATCH_UP_WAITING_MAX = 20_000;
export const CATCH_UP_BYTES_MAX = 64 * 1024 * 1024;
/** Time after which a silent node no longer counts as a follower: it should report four times a second. */
export const FOLLOWER_SILENT_MS_MAX = 5_000;

/** Bytes of a file sent to a joining node at a time: less than a millisecond of work for the thread that passes them on. */
export const PIECE_BYTES = 131_072;
/** Pieces on their way to a joining node. */
export const PIECES_UNTAKEN_MAX = 16;
/**
 * Nodes that fetch files at the same time, and the time limit of a fetch: the read store holds one moment for each node.
 */
export const GIVEN_AT_ONCE_MAX = 2;
export const GIVE_MS_MAX = 120_000;
/** Time for which a joining node waits for the next piece. After that it builds its files from the journal. */
export const FETCH_SILENT_MS_MAX = 10_000;

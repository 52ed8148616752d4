/** Every bound of what the nodes of a venue say to each other, in one place. */

/** How often a leader tells that it has its lease, and followers how far they are. */
export const BEAT_MS = 250;
/** A leader that has not answered for so long is as good as gone: its lease is over then. */
export const SILENT_MS_MAX = 2_000;
/**
 * After so long without an answer of the leader, a node looks on every beat whether its turn has come: the lease of one that stands still
 * is over at the time at which it is given up, and who has seen it run need not wait for one that is late.
 */
export const DOUBTED_MS = 1_000;
/** How long a node that has given up a silent leader leaves it alone: asking it again would take the time in which to lead. */
export const LEFT_ALONE_MS = 1_000;
/** How long a leader may take to say who it is. */
export const WELCOME_MS_MAX = 2_000;
/** Between two looks at who leads, while no one is followed. */
export const SEEK_MS = 25;
/**
 * How long the node that leads may take to answer one that would follow, at first and at most: one that stands still takes
 * connections and says nothing, and one on a busy machine is slow. Twice as long each time, until one has answered.
 */
export const PATIENCE_MS_MIN = 500;
export const PATIENCE_MS_MAX = 4_000;
/** How often a node that is about to follow another one looks whether that one still leads. */
export const DOUBT_MS = 100;
/** How long a command waits for a leader before it is refused. */
export const WITHOUT_LEADER_MS_MAX = 3_000;
/** How long a node shows what it has, once it has heard for the last time of a leader that had its lease. */
export const STALE_MS_MAX = 10_000;
/** Bytes that may wait for a follower that does not take them. It catches up from the database. */
export const UNSENT_BYTES_MAX = 32 * 1024 * 1024;
/** Records that wait in a follower that catches up, and their bytes. Beyond either it begins again. */
export const CATCH_UP_WAITING_MAX = 20_000;
export const CATCH_UP_BYTES_MAX = 64 * 1024 * 1024;
/** A node that has said nothing for so long follows no more: four times a second is what it would. */
export const FOLLOWER_SILENT_MS_MAX = 5_000;

/** Bytes of a file that go to a node that joins at a time: less than a millisecond of work for the thread that passes them on. */
export const PIECE_BYTES = 131_072;
/** Pieces on their way to a node that joins. */
export const PIECES_UNTAKEN_MAX = 16;
/** Nodes that are given files at a time, and how long that may take: the read store keeps a moment for each of them. */
export const GIVEN_AT_ONCE_MAX = 2;
export const GIVE_MS_MAX = 120_000;
/** How long a node that joins waits for the next piece. Without it, it makes its files from the journal. */
export const FETCH_SILENT_MS_MAX = 10_000;

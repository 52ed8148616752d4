/**
 * Coverage that a run of many seeds must reach to prove anything: every kind of fault, every outcome of an append,
 * every way to start, and runs with and without each part of a venue. A run that misses any of these fails, even if all
 * its seeds pass.
 */
import { FAULT_KINDS } from '../faults/table.ts';
import { FEATURE_NAMES } from '../features/table.ts';

/** Number of seeds from which full coverage is required. */
export const SEEDS_FOR_ALL = 200;

/** Names that the world must have counted. */
const REQUIRED = [
  ...FAULT_KINDS.map((kind) => `fault ${kind}`),
  ...FEATURE_NAMES.flatMap((name) => [`run with ${name}`, `run without ${name}`]),
  'append failed',
  'append fenced',
  'append unknown_there',
  'append unknown_lost',
  'append sync_cancelled',
  'append sync_cancelled_lost',
  'unsynced record kept',
  'unsynced record lost',
  'crash while up',
  'crash while starting',
  'power lost while up',
  'start from a snapshot',
  'start from nothing',
  'start with closed orders stored',
  'old leader outlived',
  'old leader among the nodes',
  'node leads',
  'node follows',
  'node seeks',
  'ended before it could send batch to a node',
  'no snapshot left',
  'read store unwritable',
  'read store damaged',
  'several commands in a batch',
  'ended before it could send batch',
  'ended before it could save a snapshot',
  'ended before it could write rows',
  'disk full while orders come',
  'command done twice at the gateway',
  'answer accepted',
  'answer duplicate',
  'answer reject',
  'answer unchanged',
  'answer refused',
  'answer unknown',
  'answer unreachable',
  'refused no_leader',
];

/** Returns each required name that was never counted. */
export const missing = (counts: ReadonlyMap<string, number>): readonly string[] =>
  REQUIRED.filter((name) => (counts.get(name) ?? 0) === 0);

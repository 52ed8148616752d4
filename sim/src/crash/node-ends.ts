/** Reasons why a node may end because of a fault. Any other end is a defect of the venue. */
import type { NodeEnd } from '@bellwether/cluster';

const REASONS: readonly (readonly [name: string, words: RegExp])[] = [
  ['another one had taken over', /another process has taken over the journal/],
  ['a commit may not be replicated', /may not be replicated/],
  ['there was no standby', /synchronous_standby_names is empty/],
  ['no primary could be reached', /cannot be reached|no primary/],
  // A node writes at its start, and that write waits for a leader for a bounded time.
  ['no one led as it started', /no node of the venue leads/],
  // On an overloaded machine, or while its last commit waits.
  ['it did not stop in time', /not stopped: no progress/],
];

/** Null if the node must not end this way. */
export function reasonOf({ code, signal, words }: NodeEnd): string | null {
  if (signal === 'SIGKILL') return 'killed';
  if (signal !== null) return null;
  if (code === 0) return 'stopped in order';
  const said = words.join('\n');
  return REASONS.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/**
 * Sends a leader's message to a follower. A follower that does not keep up is dropped: it finds the rest in the database.
 */
import type { FromLeader, NodeLink, ToLeader } from '../ports/nodes.ts';
import { UNSENT_BYTES_MAX } from './limits.ts';

export function tellNode(link: NodeLink<FromLeader, ToLeader>, message: FromLeader): void {
  link.send(message);
  if (link.unsentBytes > UNSENT_BYTES_MAX) link.close('it does not take what it is sent');
}

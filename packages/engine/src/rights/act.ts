/** The act behind an administrator's command: who made it, and why. Kept in the entry with the command, and nowhere in the state. */
import { ACT_ACTOR_LENGTH_MAX, ACT_REASON_LENGTH_MAX } from '../limits.ts';
import type { Role } from './roles.ts';

export interface Act {
  /** `root`, `token:NAME`, or the address of an account with a role. */
  readonly actor: string;
  /** Role in which the actor was admitted. */
  readonly role?: Role;
  /** Words of the actor, or ''. */
  readonly reason: string;
}

/** Every command may carry the act that it is part of; older journals have none. */
export type Acted = { readonly act?: Act };

export const isActor = (text: string): boolean => text.length > 0 && text.length <= ACT_ACTOR_LENGTH_MAX;
export const isReason = (text: string): boolean => text.length <= ACT_REASON_LENGTH_MAX;

/** State of a node when it begins to lead. */
import type { TakenOver } from '@bellwether/exchange/exchange-service.ts';
import type { Lease } from '@bellwether/ports/lease.ts';
import type { Log } from '@bellwether/ports/log.ts';
import type { Turn } from '@bellwether/ports/nodes.ts';

export interface LeaderLog extends Log, Lease {
  /** Throws when it is known that no append can count any more. */
  checkPlace(): void;
}

/** State of a node when it begins to lead. */
export type Leadership = { readonly log: LeaderLog; readonly turn: Turn; readonly taken: TakenOver };

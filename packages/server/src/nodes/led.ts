/** State of a node when it begins to lead. */
import type { TakenOver } from '../exchange/exchange-service.ts';
import type { Lease } from '../ports/lease.ts';
import type { Log } from '../ports/log.ts';
import type { Turn } from '../ports/nodes.ts';

export interface LeadersLog extends Log, Lease {
  /** Throws when it is known that no append can count any more. */
  checkPlace(): void;
}

/** State of a node when it begins to lead. */
export interface Led {
  readonly log: LeadersLog;
  readonly turn: Turn;
  readonly taken: TakenOver;
}

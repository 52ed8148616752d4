/** One address over all its connections: its work in progress, unread answers and refusals. */
import type { Origin } from '../../limits/clients.ts';
import { Refusals, type RefusalsOptions, type Waiting } from './refusals.ts';

export class Peer {
  readonly origin: Origin;
  /** True for a proxy of the operator, which speaks for many clients. It is exempt from bounds by address. */
  readonly isTrusted: boolean;
  readonly refusals: Refusals;
  /** Open connections, including those that wait for admission or for their refusal. */
  connections = 0;
  /** Connections that wait for their refusal. */
  refusing = 0;
  /** Answers in progress. */
  underWay = 0;
  /** True if so much is unread that no further expensive read starts. */
  isUnreadFull = false;
  /** Connections that wait for an answer of another connection to complete, in order of arrival. */
  readonly waiting = new Set<Waiting>();
  /** Connections whose next read waits until less is unread. */
  readonly unreading = new Set<Waiting>();

  constructor(origin: Origin, isTrusted: boolean, options: RefusalsOptions) {
    this.origin = origin;
    this.isTrusted = isTrusted;
    this.refusals = new Refusals(options);
  }

  /** The client's name in the turn queue. */
  get name(): string {
    return this.origin.address;
  }

  /** True if nothing would be lost by deleting and recreating this object. */
  get isForgotten(): boolean {
    return this.connections === 0 && this.refusing === 0 && this.refusals.isForgotten;
  }

  /** Removes a connection that has closed. */
  leave(connection: Waiting): void {
    this.waiting.delete(connection);
    this.unreading.delete(connection);
    this.refusals.leave(connection);
  }

  /** Sets whether too much is unread; if not, waiting reads continue. */
  setUnread(isFull: boolean): void {
    this.isUnreadFull = isFull;
    if (isFull) return;
    const all = [...this.unreading];
    this.unreading.clear();
    for (const connection of all) connection.goOn();
  }
}

/** One address over all its connections: how much it has under way, leaves unread and is refused. */
import type { Origin } from '../../limits/clients.ts';
import { Refusals, type RefusalsOptions, type Waiting } from './refusals.ts';

export class Peer {
  readonly origin: Origin;
  /** A proxy of the operator, which speaks for many clients: the bounds by address do not hold for it. */
  readonly isTrusted: boolean;
  readonly refusals: Refusals;
  /** Those that wait to be taken or to be told that they are not are among them. */
  connections = 0;
  /** Connections that are being told that they are not taken. */
  refusing = 0;
  /** Answers that are being made. */
  underWay = 0;
  /** So much is left unread that no further dear read is begun. */
  isUnreadFull = false;
  /** Connections that wait for an answer of another one to go; first come first. */
  readonly waiting = new Set<Waiting>();
  /** Connections whose next read waits until less is unread. */
  readonly unreading = new Set<Waiting>();

  constructor(origin: Origin, isTrusted: boolean, options: RefusalsOptions) {
    this.origin = origin;
    this.isTrusted = isTrusted;
    this.refusals = new Refusals(options);
  }

  /** As clients are named where they take turns. */
  get name(): string {
    return this.origin.address;
  }

  /** No one would notice if it were made again. */
  get isForgotten(): boolean {
    return this.connections === 0 && this.refusing === 0 && this.refusals.isForgotten;
  }

  /** A connection has gone. */
  leave(connection: Waiting): void {
    this.waiting.delete(connection);
    this.unreading.delete(connection);
    this.refusals.leave(connection);
  }

  /** So much of what was made is left unread, or not. */
  setUnread(isFull: boolean): void {
    this.isUnreadFull = isFull;
    if (isFull) return;
    const all = [...this.unreading];
    this.unreading.clear();
    for (const connection of all) connection.goOn();
  }
}

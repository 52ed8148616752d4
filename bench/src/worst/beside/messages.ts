/** What the process of attacks is told and what it says; plain data between two processes. */
import type { RouteName } from '@bellwether/contract';
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import type { Credentials } from '../../shared/bench-wallet.ts';
import type { WorldSize } from '../world.ts';

/** Requests of the table, named by route and by what makes them dear, sent in rotation. */
export interface RequestAttack {
  readonly kind: 'requests';
  readonly requests: readonly { readonly name: RouteName; readonly what: string }[];
  /** Tried a second. */
  readonly perSecond: number;
}

export type SocketAttackName =
  | 'neverRead'
  | 'pipelined'
  | 'overTheCap'
  | 'brokenBodies'
  | 'brokenFrames'
  | 'tinyFrames'
  | 'largeMessages'
  | 'liveSubscriptions'
  | 'connections';

export interface SocketAttack {
  readonly kind: 'sockets';
  readonly name: SocketAttackName;
}

export type AttackPlan = RequestAttack | SocketAttack;

/** What an attack did, and what came of it. */
export interface AttackReport {
  /** Requests, frames or connections. */
  readonly sent: number;
  /** Answers by status, of those that were read. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly bytesRead: number;
  /** Connections that the other side ended, or did not take. */
  readonly ended: number;
  readonly seconds: number;
}

export type ToAttacker =
  | {
      readonly kind: 'setup';
      readonly size: WorldSize;
      readonly domain: SigningDomain;
      readonly credentials: readonly Credentials[];
    }
  | {
      readonly kind: 'start';
      readonly port: number;
      readonly plan: AttackPlan;
      /** Sends no more than this a second; null for as much as the other side takes. */
      readonly perSecond: number | null;
    }
  | {
      readonly kind: 'stop';
      /** Goes on until an answer of such a status has come, for a bounded time: from this one, below 500; null for none. */
      readonly answered: number | null;
    };

export type FromAttacker = { readonly kind: 'ready' } | { readonly kind: 'stopped'; readonly report: AttackReport };

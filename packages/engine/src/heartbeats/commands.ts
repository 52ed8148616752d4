/** What API keys and the sequencer may ask of heartbeats. */
import type { AccountId } from '../units/ids.ts';

/** A key says that its client is alive: the first beat arms the key, each further one gives it a new period. */
export interface Beat {
  readonly kind: 'Beat';
  readonly account: AccountId;
  readonly apiKey: string;
  /** Id of the key's last beat, as the client sent it; null or '' for the first one. */
  readonly heartbeatId: string | null;
  /** Id that the next beat has to bring; a UUID made by the gateway. */
  readonly nextId: string;
}

/** Issued by the sequencer: notes keys whose period is over, else cancels orders of keys noted before; bounded steps. */
export interface ExpireHeartbeats {
  readonly kind: 'ExpireHeartbeats';
}

/** Issued by the sequencer as the first command of a run: no client could beat while the venue was down. */
export interface RenewHeartbeats {
  readonly kind: 'RenewHeartbeats';
}

export type HeartbeatCommand = Beat | ExpireHeartbeats | RenewHeartbeats;

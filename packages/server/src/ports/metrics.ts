/** What the venue counts about itself, for Prometheus. */
import type { NodeStanding } from './nodes.ts';
import type { ReadStoreState, StorageState } from './storage.ts';

export interface Metrics {
  /** Answered requests, one unless `times` says more. `route` is the route's pattern, never the raw path. */
  countRequest(method: string, route: string, status: number, times?: number): void;
  /** One durable record: how many entries it holds and how long its JSON is. */
  countRecord(entries: number, payloadBytes: number): void;
  /** Requests over a row of the cap table: those that had to wait, and those refused. */
  countCap(row: string, outcome: 'waited' | 'refused', times: number): void;
  /** How many clients of a kind the caps are counted for. */
  setCapClients(kind: 'account' | 'address' | 'network', clients: number): void;
  /** The live feeds; `read` is asked when the figures are. Once. */
  setFeeds(read: () => readonly FeedFigures[]): void;
  /** The connections of all clients; `read` is asked when the figures are. Once. */
  setConnections(read: () => ConnectionFigures): void;
  /** What is true of the venue now. */
  figures(): VenueFigures;
  /** `gather` is called before a text is made, to hand over what has been counted elsewhere. Once. */
  setGather(gather: () => void): void;
  /** The exposition text and its content type, made at most once a second. */
  render(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** Figures of the venue that are read where they arise. */
export interface VenueFigures {
  /** Sequence of the last durable entry. */
  readonly sequence: number;
  /** Sequence up to which reads by SQL show everything. */
  readonly projectedSequence: number;
  /** Commands without an outcome yet. */
  readonly pendingCommands: number;
  /** Commands that the exchange could not read: a fault of the gateway, never of a client. */
  readonly malformedCommands: number;
  /** Signature checks asked for and not answered yet. */
  readonly pendingSignatures: number;
  readonly openOrders: number;
  /** Markets that are neither closed nor resolved. */
  readonly openMarkets: number;
  readonly commandLatency: LatencyFigures;
  /** Seconds by which the machine's clock is ahead of the venue's time; negative: behind. */
  readonly clockDifferenceSeconds: number;
  readonly readStore: ReadStoreState;
  readonly storage: StorageFigures;
  /** What this node is among those of the venue; null where it is the only one, or has not said yet. */
  readonly standing: NodeStanding | null;
}

/** The disk of the data folder. */
export interface StorageFigures extends StorageState {
  /** Bytes the process may still use; null when the system does not say. */
  readonly freeBytes: number | null;
}

/** Milliseconds from a command to its durable outcome; null without samples. */
export interface LatencyFigures {
  readonly samples: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/** What one live feed has done since the start. */
export interface FeedFigures {
  readonly channel: 'market' | 'user' | 'live';
  readonly connections: number;
  /** Frames given to sockets. */
  readonly frames: number;
  /** Frames left out because their reader was too slow. */
  readonly dropped: number;
  /** Connections closed by the venue: mistakes, broken frames, slowness, silence, a stop. */
  readonly closed: number;
  /** Bytes that wait for clients to read. */
  readonly bufferedBytes: number;
}

/** The sockets of the gateway. */
export interface ConnectionFigures {
  readonly open: number;
  /** Not taken, over a bound, since the start. */
  readonly refused: number;
  /** How often one was not read from until its answers had gone. */
  readonly held: number;
  /** Reset because their answers were not read. */
  readonly unread: number;
}

/** Figures that the venue counts about itself, for Prometheus. */
import type { NodeStanding } from './nodes.ts';
import type { ReadStoreState, StorageState } from './storage.ts';

export interface Metrics {
  /** Counts answered requests, one unless `times` is given. `route` is the route's pattern, never the raw path. */
  countRequest(method: string, route: string, status: number, times?: number): void;
  /** Counts one durable record: its number of entries and the length of its JSON. */
  countRecord(entries: number, payloadBytes: number): void;
  /** Counts requests over a row of the cap table: delayed or refused. */
  countCap(row: string, outcome: 'waited' | 'refused', times: number): void;
  setCapClients(kind: 'account' | 'address' | 'network', clients: number): void;
  /** Registers the live feeds, once; `read` is called whenever the figures are needed. */
  setFeeds(read: () => readonly FeedFigures[]): void;
  /** Registers the connections of all clients, once; `read` is called whenever the figures are needed. */
  setConnections(read: () => ConnectionFigures): void;
  figures(): VenueFigures;
  /** Registers `gather`, once: called before a text is made, to hand over figures that were counted elsewhere. */
  setGather(gather: () => void): void;
  /** The exposition text and its content type, made at most once a second. */
  render(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** Figures of the venue that are read at their source. */
export interface VenueFigures {
  /** Sequence of the last durable entry. */
  readonly sequence: number;
  /** Sequence up to which reads by SQL show everything. */
  readonly projectedSequence: number;
  /** Commands without an outcome yet. */
  readonly pendingCommands: number;
  /** Commands that the exchange could not read: a fault of the gateway, never of a client. */
  readonly malformedCommands: number;
  /** Signature checks requested and not answered yet. */
  readonly pendingSignatures: number;
  readonly openOrders: number;
  /** Markets that are neither closed nor resolved. */
  readonly openMarkets: number;
  /** Collateral that accounts owe since results were reversed. */
  readonly debts: number;
  readonly commandLatency: LatencyFigures;
  /** Seconds by which the machine's clock is ahead of the venue's time; negative: behind. */
  readonly clockDifferenceSeconds: number;
  readonly readStore: ReadStoreState;
  readonly storage: StorageFigures;
  /** Role of this node in the venue; null if it is the only node, or has not reported yet. */
  readonly standing: NodeStanding | null;
}

/** The disk of the data folder. */
interface StorageFigures extends StorageState {
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

/** Counters of one live feed since the start. */
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
  /** Connections refused over a limit, since the start. */
  readonly refused: number;
  /** Times that a connection was not read from until its answers had been sent. */
  readonly held: number;
  /** Connections reset because the client did not read its answers. */
  readonly unread: number;
}

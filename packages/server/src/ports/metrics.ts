/** What the venue counts about itself, for Prometheus. */

export interface Metrics {
  /** Answered requests, one unless `times` says more. `route` is the route's pattern, never the raw path. */
  countRequest(method: string, route: string, status: number, times?: number): void;
  /** One durable record: how many entries it holds and how long its JSON is. */
  countRecord(entries: number, payloadBytes: number): void;
  /** Requests over a row of the cap table: those that had to wait, and those refused. */
  countCap(row: string, outcome: 'waited' | 'refused', times: number): void;
  /** How many clients of a kind the caps are counted for. */
  setCapClients(kind: 'key' | 'address', clients: number): void;
  /** The live feeds; `read` is asked when the figures are. Once. */
  setFeeds(read: () => readonly FeedFigures[]): void;
  /** The exposition text and its content type. */
  render(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** What one live feed has done since the start. */
export interface FeedFigures {
  readonly channel: 'market' | 'user';
  readonly connections: number;
  /** Frames given to sockets. */
  readonly frames: number;
  /** Frames left out because their reader was too slow. */
  readonly dropped: number;
  /** Connections closed by the venue for a mistake or slowness of the client. */
  readonly closed: number;
  /** Bytes that wait for clients to read. */
  readonly bufferedBytes: number;
}

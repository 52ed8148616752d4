/** What the venue counts about itself, for Prometheus. */

export interface Metrics {
  /** Answered requests, one unless `times` says more. `route` is the route's pattern, never the raw path. */
  countRequest(method: string, route: string, status: number, times?: number): void;
  /** One durable record: how many entries it holds and how long its JSON is. */
  countRecord(entries: number, payloadBytes: number): void;
  /** The exposition text and its content type. */
  render(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** What the venue counts about itself, for Prometheus. */

export interface Metrics {
  /** One answered request. `route` is the route's pattern, never the raw path. */
  countRequest(method: string, route: string, status: number): void;
  /** One durable record: how many entries it holds and how long its JSON is. */
  countRecord(entries: number, payloadBytes: number): void;
  /** The exposition text and its content type. */
  render(): Promise<{ readonly body: string; readonly contentType: string }>;
}

/** What one gateway has counted, for the figures of the whole venue. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export interface GatewayTally {
  readonly pendingCommands: number;
  readonly malformedCommands: number;
  readonly pendingSignatures: number;
  /** Milliseconds of the latest commands. */
  readonly latencies: Float64Array;
  readonly metrics: readonly MetricObjectWithValues<MetricValue<string>>[];
}

/** The figures of all gateways but this one. */
export type AskTallies = () => Promise<readonly GatewayTally[]>;

import { count, percentile } from '../shared/harness.ts';

/** Counts of the promises made to clients and of their audits in a run, and their printed form. */
export class PromiseReport {
  rounds = 0;
  answers = 0;
  journalAudits = 0;
  promisesAudited = 0;
  restartsAudited = 0;
  sentAgain = 0;
  readBack = 0;
  verified = 0;
  entries = 0;
  acknowledged = 0;
  refused = 0;
  unknown = 0;
  unknownDone = 0;

  lines(): string[] {
    return [
      `  answers that clients got      ${count(this.answers)}`,
      `  acknowledged, there once      ${count(this.acknowledged)}`,
      `  refused, not there            ${count(this.refused)}`,
      `  without an answer             ${count(this.unknown)}, of which ${count(this.unknownDone)} were done, once`,
      `  sent again, done once         ${count(this.sentAgain)}`,
      `  orders read back              ${count(this.readBack)}`,
      `  audits                        ${count(this.journalAudits)} of the journal as it was left (${count(this.promisesAudited)} promises), ${count(this.restartsAudited)} of books, money and answers after it`,
      `  verify, all clean             ${count(this.verified)}; entries ${count(this.entries)}`,
    ];
  }
}

/** Median, p99 and worst of times in milliseconds. */
export function spread(times: readonly number[]): string {
  const at = (share: number): string => `${Math.round(percentile(times, share) || 0)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`;
}

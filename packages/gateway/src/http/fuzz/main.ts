/**
 * `npm run fuzz -- [--requests N] [--seed S]`: sends fuzzed requests to a venue of each profile in this process, prints
 * a summary of the answers, and exits with 1 if any answer broke the contract. The same seed generates the same
 * requests.
 */
import { parseArgs } from 'node:util';
import { endStacks } from '../testing/stack.ts';
import { type FuzzReport, fuzz } from './run.ts';

const REQUESTS_DEFAULT = 50_000;

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = readCount('--requests', values.requests, REQUESTS_DEFAULT);
const seed = readCount('--seed', values.seed, Math.floor(Math.random() * 2 ** 31));

// The profiles differ only in a few rules for signing and fields, so a fifth of the requests is enough for the second
// one.
const shares = { bellwether: requests - Math.floor(requests / 5), polymarket: Math.floor(requests / 5) };
for (const profile of ['bellwether', 'polymarket'] as const) {
  process.stdout.write(`profile ${profile}, seed ${seed}, ${shares[profile]} requests\n`);
  const startedMs = performance.now();
  const report = await fuzz({ requests: shares[profile], seed, profile });
  process.stdout.write(summary(report, performance.now() - startedMs));
  if (report.problems.length > 0) process.exitCode = 1;
}
await endStacks();

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^[0-9]{1,10}$/.test(text)) return Number(text);
  throw new Error(`${name} must be a whole number, not "${text}"`);
}

function summary({ counts, problems, requests: sent, overSocket }: FuzzReport, tookMs: number): string {
  const lines = [...counts].map(([route, statuses]) => {
    const parts = [...statuses]
      .sort(([first], [second]) => first - second)
      .map(([status, times]) => `${status}: ${times}`);
    return `${route.padEnd(48)} ${parts.join(', ')}`;
  });
  const seconds = tookMs / 1000;
  const rate = `${sent} requests (${overSocket} over a socket) in ${seconds.toFixed(1)} s, ${Math.round(sent / seconds)} a second`;
  const verdict = problems.length === 0 ? 'no answer broke the contract' : `${problems.length} problems, seed ${seed}`;
  return `${[...lines, rate, ...problems, verdict].join('\n')}\n`;
}

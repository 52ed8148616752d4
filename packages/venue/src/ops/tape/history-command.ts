/** `bellwether tape from`. */
import { readFileSync } from 'node:fs';
import { describedMarket } from '../../tape/described-market.ts';
import { tapeOfHistory } from '../../tape/history/history-tape.ts';
import { type Plan, type PlanValues, ROLES } from '../../tape/history/plan.ts';
import type { TapeMarket } from '../../tape/tape-line.ts';

const text = { type: 'string' } as const;
const COLUMNS = Object.fromEntries(ROLES.map((role) => [role, text])) as Record<(typeof ROLES)[number], typeof text>;

/** Options for `parseArgs`. */
export const HISTORY_OPTIONS = {
  ...{ ...COLUMNS, preset: text, scale: text, rows: text, gap: text, markets: text },
  only: { type: 'string', multiple: true, default: [] as string[] },
  out: { type: 'string', default: 'market.tape' },
  strict: { type: 'boolean', default: false },
} as const;

interface HistoryArguments extends PlanValues {
  readonly markets?: string | undefined;
  readonly only: readonly string[];
  readonly out: string;
  readonly strict: boolean;
}

/** Makes a tape of files and says what was lost. */
export async function runHistory(
  files: readonly string[],
  plan: Plan,
  { markets: facts, only, out: path, strict: isStrict }: HistoryArguments,
  print: (line: string) => void,
): Promise<void> {
  const described = facts === undefined ? [] : readMarkets(facts);
  const made = await tapeOfHistory({ files, path, plan, described, only, isStrict });
  const { told, losses, markets, read, leftOut, hash } = made;
  if (hash !== null) print(`${path}: messages ${told.messages}, markets ${markets.length}, hash ${hash}`);
  print(`  time        ${new Date(told.firstMs).toISOString()} to ${new Date(told.lastMs).toISOString()}`);
  const kind = plan.columns.kind ?? plan.columns.snapshot;
  const kept = kind === undefined ? `kept as ${plan.rows}` : 'kept';
  print(`  rows        ${read} read, ${told.rows} ${kept}, ${losses.total} lost, ${leftOut} of other markets`);
  for (const line of losses.lines()) print(`  lost        ${line}`);
  print(`  gaps        ${told.gaps}`);
  if (hash === null) throw new Error(`--strict: rows are lost, so ${path} was not written`);
}

/** Reads answers of `GET /markets/{condition_id}`: one, or a list. */
function readMarkets(path: string): TapeMarket[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as unknown].flat().map((answer, index) => {
      const market = describedMarket(answer);
      if (market === null) throw new Error(`item ${index + 1} describes no market of two tokens`);
      return market;
    });
  } catch (error) {
    throw new Error(`--markets: ${path} cannot be read: ${(error as Error).message}`);
  }
}

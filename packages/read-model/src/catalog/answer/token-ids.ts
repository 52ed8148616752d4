/**
 * Answers of the data service with decimal token ids, which clients of the ecosystem expect, instead of the interface's
 * `<condition_id>:<outcome_index>`. Only requests to a host or prefix of that service get them.
 */
import { selectTokens } from '../../ledger/query/ledger-context.ts';
import type { Read } from '../../read.ts';

/** Parameter that makes a read name tokens by their decimal ids. */
export interface TokenIds {
  readonly tokenIds?: true;
}

const FIELDS = ['asset', 'oppositeAsset', 'token'] as const;
const ASSET = /^(0x[0-9a-f]{64}):([01])$/;

type Row = Record<string, unknown>;

/** Extends `read` to both forms. Rows may hold lists of rows, as groups of holders do. */
export function withTokenIds<Parameters extends object, Value>(
  read: Read<Parameters, Value>,
): Read<Parameters & TokenIds, Value> {
  return {
    ...read,
    async run(database, parameters) {
      const result = await read.run(database, parameters);
      if (parameters.tokenIds !== true || result === null) return result;
      const named = [...assetsOf(result.value)];
      const tokens = await selectTokens(database, [...new Set(named.map(({ conditionId }) => conditionId))]);
      for (const { row, field, conditionId, outcome } of named) {
        const token = tokens.get(conditionId)?.[outcome];
        if (token === undefined) throw new Error(`the read store has no market ${conditionId}`);
        row[field] = token;
      }
      return result;
    },
  };
}

interface Asset {
  readonly row: Row;
  readonly field: string;
  readonly conditionId: string;
  readonly outcome: 0 | 1;
}

/** Every token in an answer, with its place. */
function* assetsOf(value: unknown): Generator<Asset, void, undefined> {
  if (Array.isArray(value)) {
    for (const item of value) yield* assetsOf(item);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const row = value as Row;
  for (const field of FIELDS) {
    const text = row[field];
    const [, conditionId, index] = (typeof text === 'string' && ASSET.exec(text)) || [];
    if (conditionId !== undefined) yield { row, field, conditionId, outcome: index === '0' ? 0 : 1 };
  }
  for (const field of Object.values(row)) if (Array.isArray(field)) yield* assetsOf(field);
}

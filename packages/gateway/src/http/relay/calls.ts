/**
 * Meaning of a wallet's call. Only calls that this venue can execute are accepted. Any other contract, function or
 * value is refused with a text that lists the supported ones.
 */
import { type AbiType, type Decoded, decodeArguments, MalformedCall } from './abi.ts';
import { CONTRACTS, type ContractRole } from './contracts.ts';
import type { Keccak } from './words.ts';

/** A supported call. `amount` in micros, as sent. Ids are 0x + 64 hex digits. */
export type RelayedCall =
  /** Accepted and ignored: the venue keeps no allowances. */
  | { readonly kind: 'approval' }
  | ({ readonly kind: 'split' | 'merge'; readonly conditionId: string; readonly amount: bigint } & CallTarget)
  | ({ readonly kind: 'redeem'; readonly conditionId: string } & CallTarget)
  /** Conversion in a market of version v2, of its NO shares. */
  | { readonly kind: 'convert-one'; readonly conditionId: string; readonly amount: bigint }
  /** One YES of every market of an event of version v2, for collateral. `conditionId` is that of its first market. */
  | { readonly kind: 'split-across'; readonly conditionId: string; readonly amount: bigint }
  /** Calls of a deposit wallet itself, which only the routes of session signers make. Addresses in lower case. */
  | {
      readonly kind: 'add-key';
      readonly key: string;
      readonly scopes: readonly string[];
      /** Unix seconds. */
      readonly expiration: number;
    }
  | { readonly kind: 'revoke-key'; readonly key: string }
  | { readonly kind: 'convert'; readonly negRiskMarketId: string; readonly indexSet: bigint; readonly amount: bigint };

/** Contract of a call: the router, the negative-risk adapter, or the conditional tokens. */
type CallTarget = { readonly router: true } | { readonly negRisk: boolean };

export interface RefusedCall {
  readonly kind: 'refused';
  /** Completes the sentence "call n: …". */
  readonly why: string;
}

export type ReadCall = (target: string, value: bigint, data: Uint8Array) => RelayedCall | RefusedCall;

interface ContractFunction {
  readonly signature: string;
  readonly read: (data: Uint8Array, role: ContractRole) => RelayedCall | RefusedCall;
}

const SELECTOR_BYTES = 4;
const ZERO_BYTES32 = `0x${'0'.repeat(64)}`;
const APPROVAL = { kind: 'approval' } as const;

const SUPPORTED =
  'approve of the collateral, setApprovalForAll, splitPosition, mergePositions, redeemPositions of the conditional tokens and of the negative-risk adapter, its convertPositions, and split, merge, redeem, convert and horizontalSplit of the router';

const isNegRisk = (role: ContractRole): boolean => role !== 'conditional tokens';

const APPROVE = define('approve', ['address', 'uint256'], () => APPROVAL);
const APPROVE_ALL = define('setApprovalForAll', ['address', 'bool'], () => APPROVAL);

const FULL = ['address', 'bytes32', 'bytes32', 'uint256[]', 'uint256'] as const;
const FULL_SPLIT = define('splitPosition', FULL, (values, role) => readFull('split', values, role));
const FULL_MERGE = define('mergePositions', FULL, (values, role) => readFull('merge', values, role));
const FULL_REDEEM = define(
  'redeemPositions',
  ['address', 'bytes32', 'bytes32', 'uint256[]'],
  ([collateral, parent, conditionId, indexSets], role) =>
    refuseToken(collateral, parent) ??
    (indexSets.length > 0 && indexSets.length <= 2 && isDistinct(indexSets) && indexSets.every(isOutcome)
      ? { kind: 'redeem', conditionId, negRisk: isNegRisk(role) }
      : refused('indexSets must be of 1 and 2')),
);
const SHORT_SPLIT = define('splitPosition', ['bytes32', 'uint256'], ([conditionId, amount]) => ({
  kind: 'split',
  conditionId,
  negRisk: true,
  amount,
}));
const SHORT_MERGE = define('mergePositions', ['bytes32', 'uint256'], ([conditionId, amount]) => ({
  kind: 'merge',
  conditionId,
  negRisk: true,
  amount,
}));
const SHORT_REDEEM = define('redeemPositions', ['bytes32', 'uint256[]'], ([conditionId, amounts]) =>
  amounts.length === 2
    ? { kind: 'redeem', conditionId, negRisk: true }
    : refused('amounts must be two: of YES and of NO'),
);
const CONVERT = define(
  'convertPositions',
  ['bytes32', 'uint256', 'uint256'],
  ([negRiskMarketId, indexSet, amount]) => ({ kind: 'convert', negRiskMarketId, indexSet, amount }),
);

const ROUTED = ['bytes31', 'uint256'] as const;
const ROUTED_SPLIT = define('split', ROUTED, ([id, amount]) => routed('split', id, amount));
const ROUTED_MERGE = define('merge', ROUTED, ([id, amount]) => routed('merge', id, amount));
const ROUTED_REDEEM = define('redeem', ['bytes31', 'uint256', 'uint256'], ([id, outcome]) =>
  outcome > 1n ? refused('outcome must be 0 or 1') : { kind: 'redeem', conditionId: `${id}00`, router: true },
);
const ROUTED_CONVERT = define('convert', ['bytes29', 'uint16', 'uint256'], ([eventId, index, amount]) => ({
  kind: 'convert-one',
  conditionId: conditionOf(eventId, index),
  amount,
}));
const SPLIT_ACROSS = define('horizontalSplit', ['bytes29', 'uint256'], ([eventId, amount]) => ({
  kind: 'split-across',
  conditionId: conditionOf(eventId, 0n),
  amount,
}));
const MERGE_ACROSS = define('horizontalMerge', ['bytes29', 'uint256'], () =>
  refused('horizontalMerge takes a share of any other result too, which this venue does not have: merge each market'),
);

const FUNCTIONS: Readonly<Record<ContractRole, readonly ContractFunction[]>> = {
  collateral: [APPROVE],
  'conditional tokens': [APPROVE_ALL, FULL_SPLIT, FULL_MERGE, FULL_REDEEM],
  'negative-risk adapter': [APPROVE_ALL, FULL_SPLIT, FULL_MERGE, SHORT_SPLIT, SHORT_MERGE, SHORT_REDEEM, CONVERT],
  'negative-risk tokens': [APPROVE_ALL, FULL_SPLIT, FULL_MERGE, FULL_REDEEM, CONVERT],
  'position manager': [APPROVE_ALL],
  router: [ROUTED_SPLIT, ROUTED_MERGE, ROUTED_REDEEM, ROUTED_CONVERT, SPLIT_ACROSS, MERGE_ACROSS],
};

export function createCallReader(keccak: Keccak): ReadCall {
  const bySelector = new Map<string, ContractFunction>();
  for (const [role, functions] of Object.entries(FUNCTIONS)) {
    for (const known of functions) {
      const selector = keccak(Buffer.from(known.signature, 'ascii')).subarray(0, SELECTOR_BYTES);
      bySelector.set(`${role} ${Buffer.from(selector).toString('hex')}`, known);
    }
  }
  return (target, value, data) => {
    const role = CONTRACTS.get(target);
    if (role === undefined) return refused(`${target} is no contract of this venue: it takes ${SUPPORTED}`);
    if (value !== 0n) return refused('value must be 0: there is no native coin here');
    const selector = Buffer.from(data.subarray(0, SELECTOR_BYTES)).toString('hex');
    const known = bySelector.get(`${role} ${selector}`);
    if (known === undefined)
      return refused(`${target} (${role}) has no function 0x${selector} here: this venue takes ${SUPPORTED}`);
    try {
      return known.read(data.subarray(SELECTOR_BYTES), role);
    } catch (error) {
      if (error instanceof MalformedCall) return refused(`malformed data of ${known.signature}: ${error.message}`);
      throw error;
    }
  };
}

function define<const Types extends readonly AbiType[]>(
  name: string,
  types: Types,
  read: (values: Decoded<Types>, role: ContractRole) => RelayedCall | RefusedCall,
): ContractFunction {
  return { signature: `${name}(${types.join()})`, read: (data, role) => read(decodeArguments(types, data), role) };
}

/** Condition id of an event's market by its index. */
const conditionOf = (eventId: string, index: bigint): string => `${eventId}${index.toString(16).padStart(4, '0')}00`;

function routed(kind: 'split' | 'merge', id: string, amount: bigint): RelayedCall {
  return { kind, conditionId: `${id}00`, router: true, amount };
}

function readFull(
  kind: 'split' | 'merge',
  [collateral, parent, conditionId, partition, amount]: Decoded<typeof FULL>,
  role: ContractRole,
): RelayedCall | RefusedCall {
  const token = refuseToken(collateral, parent);
  if (token !== null) return token;
  if (partition.length !== 2 || !isDistinct(partition) || !partition.every(isOutcome))
    return refused('partition must be [1, 2]: markets have two outcomes');
  return { kind, conditionId, negRisk: isNegRisk(role), amount };
}

/** Requires the venue's own collateral and no parent condition. */
function refuseToken(collateral: string, parentCollectionId: string): RefusedCall | null {
  if (CONTRACTS.get(collateral) !== 'collateral') return refused(`${collateral} is not the collateral of this venue`);
  return parentCollectionId === ZERO_BYTES32 ? null : refused('parentCollectionId must be zero');
}

const isOutcome = (indexSet: bigint): boolean => indexSet === 1n || indexSet === 2n;
const isDistinct = (values: readonly bigint[]): boolean => new Set(values).size === values.length;
const refused = (why: string): RefusedCall => ({ kind: 'refused', why });

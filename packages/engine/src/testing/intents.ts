/** Commands before generation, as kind and seed: fast-check drops those irrelevant to a failure. Tests only. */
import fc from 'fast-check';
import type { AskingCommand } from '../asking/commands.ts';
import type { Command } from '../command.ts';
import type { CommunityCommand } from '../community/commands.ts';
import type { GrantCommand } from '../grants/commands.ts';
import type { HeartbeatCommand } from '../heartbeats/commands.ts';
import type { QuoteHouse } from '../house/terms.ts';
import type { KeyCommand } from '../keys/commands.ts';
import type { SetLooks } from '../looks/looks.ts';
import type { ResultCommand } from '../results/commands.ts';
import type { RightsCommand } from '../rights/commands.ts';
import { Dice } from './dice.ts';

const WEIGHTS: Readonly<Record<Intent['kind'], number>> = {
  ...{ PlaceOrder: 110, CancelOrders: 8, CancelMatching: 2, ExpireOrders: 6, EndTrading: 6, SplitPosition: 8 },
  ...{ MergePositions: 6, ConvertPositions: 8, Deposit: 5, Withdraw: 4, UpdateMarket: 5, UpdateCatalogEvent: 1 },
  ...{ ResolveMarket: 4, ResolveEvent: 1, SettleMarket: 8, SetMode: 6, AdoptRules: 1, RecordRequest: 1 },
  ...{ OpenAccount: 3, BindWallet: 8, BindAndPlace: 12, ReleaseWallets: 1, RelayTransaction: 16, IssueApiKey: 3 },
  ...{ RevokeApiKey: 2, AddToCatalog: 3 },
};

export interface Intent {
  /** Commands of these areas have their own generators. */
  readonly kind: Exclude<
    Command,
    | (AskingCommand | ResultCommand | RightsCommand | CommunityCommand | GrantCommand)
    | (HeartbeatCommand | KeyCommand | QuoteHouse | SetLooks)
  >['kind'];
  readonly seed: number;
}

const kinds = Object.entries(WEIGHTS) as [Intent['kind'], number][];

export function intents(maxLength: number): fc.Arbitrary<Intent[]> {
  const kind = fc.oneof(...kinds.map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) })));
  return fc.array(fc.record({ kind, seed: fc.noBias(fc.nat()) }), { minLength: 1, maxLength, size: 'max' });
}

/** `length` intents from one seed. Without relayed transactions, the seeds of older corner cases stay valid. */
export function seededIntents(seed: number, length: number, relayed = false): Intent[] {
  const dice = new Dice(seed);
  const drawn = kinds.filter(([name]) => relayed || name !== 'RelayTransaction');
  const bag = drawn.flatMap(([name, weight]) => new Array<Intent['kind']>(weight).fill(name));
  return Array.from({ length }, () => ({ kind: dice.pick(bag), seed: dice.below(2 ** 31) }));
}

/** Generates relayed transactions: mostly the next nonce of a suitable wallet, with a few steps. Tests only. */
import type { RelayStep, RelayTransaction, RelayType } from '../relay/commands.ts';
import {
  type AccountId,
  type Address,
  accountId,
  address,
  type MarketId,
  type Micros,
  marketId,
  micros,
} from '../units/units.ts';
import type { Dice } from './dice.ts';
import { marketsOf, NEG_RISK_EVENT, RACE_EVENT } from './market-plans.ts';
import { ACCOUNTS, foreignAddress } from './wallet-commands.ts';

const TYPES: readonly RelayType[] = ['SAFE', 'SAFE', 'PROXY', 'PROXY', 'WALLET', 'SAFE-CREATE', 'WALLET-CREATE'];

export class RelayCommands {
  /** Batches generated so far, by account and scheme; not all of them are accepted. */
  readonly #made = new Map<string, number>();

  next(dice: Dice, market: () => MarketId, amount: () => Micros): RelayTransaction {
    const type = dice.pick(TYPES);
    const account = accountId(dice.below(ACCOUNTS) + (dice.once(40) ? 90 : 0));
    const isCreation = type.endsWith('-CREATE');
    const steps = isCreation ? [] : Array.from({ length: dice.below(5) }, () => stepOf(dice, market(), amount()));
    return {
      kind: 'RelayTransaction',
      type,
      account,
      wallet: dice.once(12) ? foreignAddress(dice) : derivedWallet(account, type),
      nonce: isCreation ? 0 : this.#nonce(dice, account, type),
      steps: dice.once(60) ? new Array<RelayStep>(61).fill({ kind: 'RedeemPositions', market: marketId(0) }) : steps,
      startingBalance: micros(dice.once(4) ? 0 : 90_000_000),
      record: {
        id: `0x${dice
          .below(2 ** 31)
          .toString(16)
          .padStart(64, '0')}`,
        to: derivedWallet(account, type),
        data: '0x',
        metadata: dice.once(3) ? 'in my words' : '',
        builder: dice.once(3) ? accountId(0) : null,
      },
    };
  }

  /** A possible next nonce, whatever number of batches was accepted. */
  #nonce(dice: Dice, account: AccountId, type: RelayType): number {
    const key = `${account} ${type}`;
    const made = this.#made.get(key) ?? 0;
    this.#made.set(key, made + 1);
    return dice.below(made + 1);
  }
}

/** One wallet per account and scheme, among the addresses that the demo lends. */
function derivedWallet(account: AccountId, type: RelayType): Address {
  const scheme = ['SAFE', 'PROXY', 'WALLET'].findIndex((prefix) => type.startsWith(prefix));
  return address(`0xee${(32 + ((account * 3 + scheme) % 40)).toString(16).padStart(38, '0')}`);
}

function stepOf(dice: Dice, market: MarketId, amount: Micros): RelayStep {
  const drawn = dice.below(8);
  if (drawn === 0) return { kind: 'RedeemPositions', market: dice.once(6) ? marketId(900) : market };
  if (drawn === 1) {
    const catalogEvent = dice.pick([NEG_RISK_EVENT, RACE_EVENT]);
    const markets = marketsOf(catalogEvent).filter(() => !dice.once(3));
    return { kind: 'ConvertPositions', catalogEvent, markets, amount: micros(1 + dice.below(1_000)) };
  }
  if (drawn === 2 || drawn === 3)
    return { kind: 'MergePositions', market, amount: dice.once(2) ? amount : micros(1 + dice.below(100_000)) };
  return { kind: 'SplitPosition', market, amount: dice.once(3) ? amount : micros(1 + dice.below(100_000)) };
}

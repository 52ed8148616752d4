/** Generates keys of accounts and their orders: mostly right, occasionally each kind of mistake. Tests only. */
import type { Command, PlaceOrder } from '../command.ts';
import { KEY_SCOPES_MAX } from '../limits.ts';
import type { RelayStep } from '../relay/commands.ts';
import type { State } from '../state.ts';
import { type AccountId, type Address, accountId, marketId, micros, type WalletId, walletId } from '../units/units.ts';
import type { Dice } from './dice.ts';
import { ACCOUNTS, accountAddress, foreignAddress } from './wallet-commands.ts';

const SCOPES: readonly (readonly string[])[] = [
  ...[['ALL'], ['CLOB'], ['CLOB'], ['CLOB', 'COMBOSRFQ'], ['COMBOSRFQ']],
  ...[[], ['CLOB', 'CLOB'], ['x'.repeat(33)], Array.from({ length: KEY_SCOPES_MAX + 1 }, (_, at) => `S${at}`)],
];

interface Drawn {
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly key: Address;
}

/** A wallet with its owner, and mostly another account's address as its key. */
function drawn(dice: Dice, state: Readonly<State>): Drawn {
  const wallet = dice.below(ACCOUNTS * 2);
  const owner = dice.once(25) ? dice.below(ACCOUNTS + 1) : wallet >> 1;
  const own = dice.once(20) ? state.wallets[wallet]?.address : undefined;
  const key = own ?? (dice.once(20) ? foreignAddress(dice) : accountAddress(dice.below(ACCOUNTS)));
  const lent = dice.once(30) ? dice.below(ACCOUNTS * 3) : wallet;
  return { account: accountId(owner), wallet: walletId(lent), key };
}

export function keyCommand(dice: Dice, state: Readonly<State>, timeMs: number): Command {
  if (dice.once(4)) return { kind: 'EndKeys' };
  const again = [...state.keys.values()].at(-1);
  const owner = again === undefined ? undefined : state.wallets[again.wallet]?.account;
  if (again !== undefined && owner !== undefined && dice.once(12)) {
    const { ended: _ended, ...same } = again;
    return { kind: 'AddKey', account: owner, ...same };
  }
  const { account, wallet, key } = drawn(dice, state);
  const step: Extract<RelayStep, { readonly key: Address }> = dice.once(4)
    ? { kind: 'RevokeKey', key }
    : {
        kind: 'AddKey',
        key,
        label: dice.pick(['', 'bot', 'bot', dice.once(10) ? 'x'.repeat(65) : 'phone']),
        scopes: dice.once(4) ? dice.pick(SCOPES) : dice.pick(SCOPES.slice(0, 5)),
        expiration: Math.floor(timeMs / 1000) + dice.pick([0, 1, 2, 30, 30, 3_000, 3_000]),
      };
  const isByKey = dice.once(2);
  const steps = isByKey && !dice.once(12) ? [pairsStep(dice)] : dice.once(8) ? [step, step] : [step];
  const address = state.wallets[wallet]?.address;
  if (!dice.once(6) || address === undefined) return { ...step, account, wallet };
  const nonce = state.accounts[account]?.relayNonces.WALLET ?? 0;
  const record = { id: `0x${'0'.repeat(64)}`, to: address, data: '0x', metadata: '', builder: null };
  return {
    kind: 'RelayTransaction',
    type: isByKey && dice.once(20) ? 'PROXY' : 'WALLET',
    account,
    wallet: address,
    ...(isByKey && { key: signerOf(dice, state, wallet) ?? key }),
    nonce,
    steps,
    startingBalance: micros(0),
    record,
  };
}

/** A key that the wallet knows; mostly one that may sign batches, if there is one. */
function signerOf(dice: Dice, state: Readonly<State>, wallet: WalletId): Address | undefined {
  const known = [...state.keys.ofWallet(wallet)];
  const fit = known.filter(({ scopes }) => scopes.includes('ALL'));
  const among = fit.length > 0 && !dice.once(4) ? fit : known;
  return among.length === 0 || dice.once(10) ? undefined : dice.pick(among).key;
}

const pairsStep = (dice: Dice): RelayStep => ({
  kind: dice.once(2) ? 'SplitPosition' : 'MergePositions',
  market: marketId(dice.below(3)),
  amount: micros(1 + dice.below(1_000)),
});

/** The order, mostly signed by a key of its wallet in place of the owner. */
export function orderOfKey(dice: Dice, state: Readonly<State>, order: PlaceOrder): PlaceOrder {
  const keys = [...state.keys.ofWallet(order.wallet)];
  if (dice.once(4) || keys.length === 0) return { ...order, account: accountId(dice.below(ACCOUNTS)) };
  return { ...order, account: state.accountsByAddress.get(dice.pick(keys).key) ?? order.account };
}

/** Lets time pass: mostly little, or to the next end of a key or the moment before it. */
export function keyTime(dice: Dice, state: Readonly<State>, timeMs: number): number {
  const end = state.keys.ends.next();
  if (end !== null && dice.once(4)) return Math.max(timeMs, end * 1000 - dice.below(2));
  return timeMs + dice.pick([0, 0, 0, 1, 250, 1_500]);
}

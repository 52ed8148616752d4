/** Ownership of wallets, and the demo's loans, for the naive exchange, following docs/reference/trading-rules.md. Tests only. */
import type { BindAndPlace, BindWallet, OpenAccount, PlaceOrder, Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { reject } from '../reject.ts';
import { type AccountId, type Address, accountId, address, type WalletId, walletId } from '../units/units.ts';
import { modeProblem, naivePlacement } from './naive-placement.ts';
import {
  asMicros,
  copyNaiveState,
  decided,
  freeCollateral,
  least,
  moveCollateral,
  type NaiveState,
  type NaiveWallet,
} from './naive-state.ts';

/** Half of the venue's capacity. */
const STARTING_BALANCES_END = 4_500_000_000_000_000n;

const isMadeByVenue = (of: Address): boolean => /^0x(be11){8}[0-9a-f]{8}$/.test(of);

export function isNaiveBorrowed(state: NaiveState, wallet: NaiveWallet): boolean {
  const owner = state.accounts[wallet.account];
  if (wallet.derived === true) return false;
  return ![owner?.address, owner?.depositWallet].includes(wallet.address) && !isMadeByVenue(wallet.address);
}

export function naiveOpenAccount(state: NaiveState, command: OpenAccount): Decision {
  if (isMadeByVenue(command.address) || isMadeByVenue(command.depositWallet)) return reject('wallet_already_bound');
  const events: Event[] = [];
  let account = state.accounts.findIndex((open) => open.address === command.address);
  if (account < 0) {
    const { address: own, depositWallet } = command;
    account = state.accounts.push({ address: own, depositWallet }) - 1;
    events.push({ kind: 'AccountOpened', account: accountId(account), address: own, depositWallet });
  }
  const { address: own, depositWallet } = state.accounts[account]!;
  for (const wanted of own === depositWallet ? [own] : [own, depositWallet]) {
    const taken = state.wallets.findIndex((wallet) => wallet.address === wanted);
    if (taken >= 0 && !isNaiveBorrowed(state, state.wallets[taken]!)) continue;
    if (taken >= 0) events.push(release(state, taken));
    events.push(bind(state, accountId(account), wanted, naiveStartingCredit(state, command.startingBalance)));
  }
  return decided(events);
}

export function release(state: NaiveState, wallet: number): Event {
  const made = address(`0x${'be11'.repeat(8)}${wallet.toString(16).padStart(8, '0')}`);
  state.wallets[wallet]!.address = made;
  return { kind: 'WalletReleased', wallet: walletId(wallet), address: made };
}

/** The starting balance, or 0 if the venue would then hold more than the limit for starting balances. */
export function naiveStartingCredit(state: NaiveState, startingBalance: number): bigint {
  const full = BigInt(startingBalance);
  return state.deposited + full > STARTING_BALANCES_END ? 0n : full;
}

export function bind(state: NaiveState, account: AccountId, of: Address, credit: bigint): Event {
  const wallet = walletId(state.wallets.length);
  state.wallets.push({ address: of, account, collateral: credit });
  state.deposited += credit;
  return { kind: 'WalletBound', wallet, account, address: of, credit: asMicros(credit) };
}

export function naiveBindWallet(state: NaiveState, { account, wallet }: BindWallet): Decision {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const known = state.wallets.find(({ address: of }) => of === wallet);
  if (known?.account === account) return decided([]);
  const isOwned = state.accounts.some((open) => open.address === wallet);
  if (known !== undefined || isOwned || isMadeByVenue(wallet)) return reject('wallet_already_bound');
  if (state.wallets.filter((other) => other.account === account).length >= 16) return reject('too_many_wallets');
  return decided([bind(state, account, wallet, 0n)]);
}

export function naiveReleaseWallets(state: NaiveState): Decision {
  const borrowed = state.wallets.map((wallet, index) => (isNaiveBorrowed(state, wallet) ? index : -1));
  const first = borrowed.filter((index) => index >= 0).slice(0, 200);
  return decided(first.map((index) => release(state, index)));
}

/** Binds and places, and undoes both if the order is refused. */
export function naiveBindAndPlace(state: NaiveState, { wallet, order }: BindAndPlace, stamp: Stamp): Decision {
  const before = copyNaiveState(state);
  const bound = naiveBindWallet(state, { kind: 'BindWallet', account: order.account, wallet });
  if (bound.kind === 'reject') {
    const mode = modeProblem(state, order);
    return mode === null ? bound : reject(mode);
  }
  const id = walletId(state.wallets.findIndex((known) => known.address === wallet));
  const placed = naivePlacementOfAnyWallet(state, { ...order, wallet: id }, stamp);
  if (placed.kind !== 'accepted') Object.assign(state, before);
  else if (bound.kind === 'accepted') return { ...placed, events: [...bound.events, ...placed.events] };
  return placed;
}

/** Moves all free collateral of the account's two own wallets into the borrowed one, and moves the unused part back. */
export function naivePlacementOfAnyWallet(state: NaiveState, command: PlaceOrder, stamp: Stamp): Decision {
  const wallet = state.wallets[command.wallet];
  if (wallet === undefined || wallet.account !== command.account || !isNaiveBorrowed(state, wallet))
    return naivePlacement(state, command, stamp);
  const { address: own, depositWallet } = state.accounts[command.account]!;
  const purses = [...new Set([own, depositWallet])]
    .map((of) => state.wallets.findIndex((other) => other.address === of && other.account === command.account))
    .filter((index) => index >= 0)
    .map((index) => walletId(index));
  const had = freeCollateral(state, command.wallet);
  const poured = purses.map((id): [WalletId, bigint] => [id, freeCollateral(state, id)]);
  for (const [id, amount] of poured) move(state, id, command.wallet, amount);
  const placed = naivePlacement(state, command, stamp);
  let needed = placed.kind === 'accepted' ? spent(placed.events) - had : 0n;
  const moves: Event[] = [];
  for (const [id, amount] of poured) {
    const drawn = needed > 0n ? least(needed, amount) : 0n;
    move(state, command.wallet, id, amount - drawn);
    needed -= drawn;
    if (drawn > 0n) moves.push({ kind: 'CollateralMoved', from: id, to: command.wallet, amount: asMicros(drawn) });
  }
  return placed.kind === 'accepted' ? { ...placed, events: [...moves, ...placed.events] } : placed;
}

function move(state: NaiveState, from: WalletId, to: WalletId, amount: bigint): void {
  moveCollateral(state, from, -amount);
  moveCollateral(state, to, amount);
}

/** Immediate cost of a BUY: its trade with the fee, and the amount held for its rest. */
function spent(events: readonly Event[]): bigint {
  let sum = 0n;
  const isBuy = events.some((event) => event.kind === 'OrderAccepted' && event.side === 'BUY');
  for (const event of isBuy ? events : []) {
    if (event.kind === 'TradeExecuted') sum += BigInt(event.collateral) + BigInt(event.fee);
    if (event.kind === 'OrderRested') sum += BigInt(event.held);
  }
  return sum;
}

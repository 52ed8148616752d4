/** Accounts that a grant is for, and those that it leaves out. */
import type { GrantAnswer, GrantRecipients } from '@bellwether/contract';
import { type Account, type AccountId, isHouseAddress, type State, type WalletId, walletOf } from '@bellwether/engine';
import { turn } from '@bellwether/ports/runtime.ts';
import { badRequest, type Failure } from '@bellwether/wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';

/** Parts of a gateway that choosing recipients needs. */
type GrantParts = Pick<AppDependencies, 'houseAccounts' | 'parseAddress' | 'people' | 'runtime' | 'view'>;

type Unpaid = GrantAnswer['unpaid'][number];

export interface Recipients {
  /** In order; each has a wallet. */
  readonly accounts: readonly AccountId[];
  readonly unpaid: readonly Unpaid[];
}

const UNPAID_SHOWN_MAX = 100;
/** Accounts looked at in one turn. */
const ACCOUNTS_A_TURN = 5_000;
/** People of a group read at once. */
const PEOPLE_A_PAGE = 500;

/** House accounts are never recipients, and suspended ones not while they are suspended. */
export async function recipientsOf(parts: GrantParts, to: GrantRecipients): Promise<Recipients | Failure> {
  const { view, runtime, houseAccounts } = parts;
  const { state } = view;
  const named = 'accounts' in to ? namedAccounts(parts, to.accounts) : await listed(parts, to);
  if ('kind' in named) return named;
  const unpaid = named.unknown.map((account): Unpaid => ({ account, why: 'unknown' }));
  const accounts: AccountId[] = [];
  for (const [index, id] of named.ids.entries()) {
    if (index % ACCOUNTS_A_TURN === ACCOUNTS_A_TURN - 1) await turn(runtime.timers);
    const account = state.accounts[id];
    if (account === undefined) continue;
    const { address } = account;
    const isHouse = isHouseAddress(address) || houseAccounts.has(address);
    if (isHouse && 'accounts' in to) unpaid.push({ account: address, why: 'house' });
    if (isHouse || ('without' in to && !hasNothing(state, account)) || walletToPay(state, account) === null) continue;
    if (state.rights.suspended.has(id)) unpaid.push({ account: address, why: 'suspended' });
    else accounts.push(id);
  }
  return { accounts, unpaid: unpaid.slice(0, UNPAID_SHOWN_MAX) };
}

type Named = { readonly ids: readonly AccountId[]; readonly unknown: readonly string[] };

function namedAccounts({ view, parseAddress }: GrantParts, texts: readonly string[]): Named | Failure {
  const addresses: string[] = [];
  for (const text of texts) {
    const named = parseAddress(text);
    if (named.kind === 'invalid') return badRequest(`to.accounts: ${text} ${named.error}`);
    addresses.push(named.address);
  }
  return found(view.state, addresses);
}

/** Lists everyone, or the members of a group. */
async function listed({ view, people }: GrantParts, to: GrantRecipients): Promise<Named | Failure> {
  const { state } = view;
  if (!('group' in to)) return { ids: state.accounts.map(({ id }) => id), unknown: [] };
  if (people === undefined) return badRequest('to.group: this venue keeps no groups');
  const { group } = to;
  if (!(await people.groups()).some(({ name }) => name === group)) return badRequest(`to.group: there is no ${group}`);
  const addresses: string[] = [];
  for (let offset = 0; ; offset += PEOPLE_A_PAGE) {
    const page = await people.list({ group, limit: PEOPLE_A_PAGE, offset });
    addresses.push(...page.people.flatMap(({ account }) => account ?? []));
    if (page.people.length < PEOPLE_A_PAGE) return found(state, addresses);
  }
}

function found(state: Readonly<State>, addresses: readonly string[]): Named {
  const ids = new Set<AccountId>();
  const unknown: string[] = [];
  for (const address of addresses) {
    const id = state.accountsByAddress.get(address as never);
    if (id === undefined) unknown.push(address);
    else ids.add(id);
  }
  return { ids: [...ids].sort((one, other) => one - other), unknown };
}

function hasNothing(state: Readonly<State>, { wallets }: Account): boolean {
  return wallets.every((id) => {
    const { free, held, positions } = walletOf(state, id);
    return free === 0 && held === 0 && positions.size === 0;
  });
}

/** The account's deposit wallet, which the page trades from; null for an account that has no wallet of its own. */
export function walletToPay(state: Readonly<State>, { depositWallet, address, id }: Account): WalletId | null {
  for (const own of [depositWallet, address]) {
    const wallet = state.walletsByAddress.get(own);
    if (wallet === undefined) continue;
    const { account, borrowed } = walletOf(state, wallet);
    if (account === id && !borrowed) return wallet;
  }
  return null;
}

/** The operator's calls that add accounts, and change balances and mode. */
import { ADMIN_ROUTES, ModeChange, MoneyChange, NewAccount } from '@bellwether/contract';
import { type Address, accountOf, walletOf } from '@bellwether/engine';
import { turn } from '@bellwether/ports/runtime.ts';
import { badRequest, failure } from '@bellwether/wire/failure.ts';
import { amountText, parseAmount } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { accountAt, openAccount } from '../own-wallets.ts';
import { withBody } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';

export function registerAdminMoneyRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { parseAddress, settings, view } = dependencies;

  const addAccount = withBody(NewAccount, async ({ address }, request) => {
    const named = parseAddress(address);
    if (named.kind === 'invalid') return badRequest(`address ${named.error}`);
    const owner = await ownerOf(named.address, dependencies);
    if (owner !== null && owner !== named.address) {
      return badRequest(`address ${named.address} is a wallet of ${owner}: add the address that signs for it`);
    }
    const command = openAccount(named.address, settings.startingBalance);
    const outcome = await submitOnce(dependencies, request, command);
    // Refused only for addresses that the ledger keeps for itself.
    if (outcome.kind === 'reject') return badRequest(`address ${named.address} is of no key`);
    return { address: command.address, depositWallet: command.depositWallet };
  });
  mountOperator(app, ADMIN_ROUTES.addAccount, addAccount);

  const move = (kind: 'Deposit' | 'Withdraw') =>
    withBody(MoneyChange, async (body, request) => {
      const named = parseAddress(body.wallet);
      if (named.kind === 'invalid') return badRequest(`wallet ${named.error}`);
      const id = view.state.walletsByAddress.get(named.address);
      if (id === undefined) return failure('unknown_wallet');
      const amount = parseAmount(body.amount);
      if (amount === null) return badRequest('amount is out of range');
      const outcome = await submitOnce(dependencies, request, { kind, wallet: id, address: named.address, amount });
      if (outcome.kind === 'reject') return rejectFailure(outcome);
      const wallet = walletOf(view.state, id);
      return {
        wallet: wallet.address,
        account: accountOf(view.state, wallet.account).address,
        amount: amountText(amount),
        free: amountText(wallet.free),
        held: amountText(wallet.held),
      };
    });
  mountOperator(app, ADMIN_ROUTES.deposit, move('Deposit'));
  mountOperator(app, ADMIN_ROUTES.withdraw, move('Withdraw'));

  const setMode = withBody(ModeChange, async ({ mode }, request) => {
    const outcome = await submitOnce(dependencies, request, { kind: 'SetMode', mode });
    return outcome.kind === 'reject' ? rejectFailure(outcome) : { mode };
  });
  mountOperator(app, ADMIN_ROUTES.setMode, setMode);
}

/** Accounts whose wallets are derived in one turn, some 2 ms. */
const OWNERS_A_TURN = 100;

/**
 * Address of the account that has the wallet `address`, or can still deploy it by the relayer; null if there is none.
 * No key signs for such an address, and an account of its own would keep its owner from it.
 */
async function ownerOf(
  address: Address,
  { view, relay, runtime }: Pick<AppDependencies, 'view' | 'relay' | 'runtime'>,
): Promise<Address | null> {
  const { state } = view;
  const named = accountAt(state, address);
  if (named !== null) return named.address;
  for (const [index, { address: owner }] of state.accounts.entries()) {
    if (index % OWNERS_A_TURN === 0) await turn(runtime.timers);
    if (Object.values(relay.walletsOf(owner)).includes(address)) return owner;
  }
  return null;
}

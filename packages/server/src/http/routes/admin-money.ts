/** The operator's calls that add accounts, and change balances and mode. */
import { ADMIN_ROUTES, ModeChange, MoneyChange, NewAccount } from '@bellwether/contract';
import { accountOf, walletOf } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, failure, invalidPayload } from '../../wire/failure.ts';
import { amountText, parseAmount } from '../../wire/forms/decimal.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { openAccount } from '../own-wallets.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../submit-once.ts';

export function registerAdminMoneyRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { parseAddress, settings, view } = dependencies;
  const readMoney = createBodyReader(MoneyChange, invalidPayload);
  const readAccount = createBodyReader(NewAccount, invalidPayload);
  const readMode = createBodyReader(ModeChange, invalidPayload);

  const addAccount = async (request: FastifyRequest): Promise<object> => {
    const body = readAccount(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const named = parseAddress(body.value.address);
    if (named.kind === 'invalid') return badRequest(`address ${named.error}`);
    const command = openAccount(named.address, settings.startingBalance);
    const outcome = await submitOnce(dependencies, request, command);
    // Refused only for addresses that the ledger keeps for itself.
    if (outcome.kind === 'reject') return badRequest(`address ${named.address} is of no key`);
    return { address: command.address, depositWallet: command.depositWallet };
  };
  mountOperator(app, ADMIN_ROUTES.addAccount, addAccount);

  const move = async (kind: 'Deposit' | 'Withdraw', request: FastifyRequest): Promise<object> => {
    const body = readMoney(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const named = parseAddress(body.value.wallet);
    if (named.kind === 'invalid') return badRequest(`wallet ${named.error}`);
    const id = view.state.walletsByAddress.get(named.address);
    if (id === undefined) return failure('unknown_wallet');
    const amount = parseAmount(body.value.amount);
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
  };
  mountOperator(app, ADMIN_ROUTES.deposit, (request) => move('Deposit', request));
  mountOperator(app, ADMIN_ROUTES.withdraw, (request) => move('Withdraw', request));

  const setMode = async (request: FastifyRequest): Promise<object> => {
    const body = readMode(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const outcome = await submitOnce(dependencies, request, { kind: 'SetMode', mode: body.value.mode });
    return outcome.kind === 'reject' ? rejectFailure(outcome) : { mode: body.value.mode };
  };
  mountOperator(app, ADMIN_ROUTES.setMode, setMode);
}

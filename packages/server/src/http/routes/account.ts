/** The account's own balances, and its split, merge and conversion of positions. */
import { ACCOUNT_ROUTES, PositionChange, PositionConversion } from '@bellwether/contract';
import { type Account, walletOf } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountAnswer,
  type PositionCommand,
  positionAnswer,
  positionRefusal,
  readConversion,
  readPositionChange,
} from '../../wire/accounts/account.ts';
import { type Failure, invalidPayload } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountPrivate } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import type { Identify } from '../plugins/caller.ts';
import { submitOnce } from '../submit-once.ts';
import { refuseWhenDisabled } from '../venue-mode.ts';

export function registerAccountRoutes(app: FastifyInstance, dependencies: AppDependencies, identify: Identify): void {
  const { parseAddress, view } = dependencies;
  const readChange = createBodyReader(PositionChange, invalidPayload);
  const readWhole = createBodyReader(PositionConversion, invalidPayload);

  const submit = async (
    request: FastifyRequest,
    command: PositionCommand | Failure,
    amount: string,
  ): Promise<object> => {
    if (command.kind === 'failure') return command;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return positionRefusal(outcome, amount);
    if (outcome.kind !== 'accepted') throw new Error(`${command.kind} was ${outcome.kind}`);
    return positionAnswer(command, walletOf(view.state, command.wallet), outcome.entry);
  };

  // A repeat gets its answer in every mode.
  const halted = ({ keyed }: FastifyRequest): Failure | null =>
    keyed?.kept == null ? refuseWhenDisabled(view.state.mode) : null;

  const owned = ({ wallets }: Account): number =>
    wallets.reduce((sum, id) => sum + walletOf(view.state, id).positions.size, 0);
  mountPrivate(app, ACCOUNT_ROUTES.account, identify, ({ account }) => accountAnswer(account, view.state), { owned });

  for (const [route, kind] of [
    [ACCOUNT_ROUTES.splitPosition, 'SplitPosition'],
    [ACCOUNT_ROUTES.mergePositions, 'MergePositions'],
  ] as const) {
    mountPrivate(app, route, identify, ({ account }, request) => {
      const refusal = halted(request);
      if (refusal !== null) return refusal;
      const body = readChange(bodyBytes(request));
      return body.kind === 'failure'
        ? body
        : submit(request, readPositionChange(kind, body.value, account, view.state, parseAddress), body.value.amount);
    });
  }

  mountPrivate(app, ACCOUNT_ROUTES.convertPositions, identify, ({ account }, request) => {
    const refusal = halted(request);
    if (refusal !== null) return refusal;
    const body = readWhole(bodyBytes(request));
    return body.kind === 'failure'
      ? body
      : submit(request, readConversion(body.value, account, view.state, parseAddress), body.value.amount);
  });
}

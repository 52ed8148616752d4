/** The account's own balances, and its split, merge and conversion of positions. */
import {
  ACCOUNT_ROUTES,
  PositionChange,
  PositionConversion,
  RATE_TIER_DAYS,
  type RateLimitTier,
  type Route,
} from '@bellwether/contract';
import { type Account, walletOf } from '@bellwether/engine';
import { type Failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import {
  accountAnswer,
  type PositionCommand,
  positionAnswer,
  positionRefusal,
  readConversion,
  readPositionChange,
} from '../accounts/account.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountPrivate } from '../mount.ts';
import { type BodyReader, bodyBytes, createBodyReader } from '../plugins/body.ts';
import { firstOutcome, submitOnce } from '../plugins/idempotency.ts';
import type { Standing } from '../plugins/rate-tiers.ts';
import { refuseWhenDisabled } from '../venue-mode.ts';

export function registerAccountRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { parseAddress, view } = dependencies;

  const owned = ({ wallets }: Account): number =>
    wallets.reduce((sum, id) => sum + walletOf(view.state, id).positions.size, 0);
  mountPrivate(app, ACCOUNT_ROUTES.account, ({ account }) => accountAnswer(account, view.state), { owned });
  const { tiers } = app;
  if (tiers !== null)
    mountPrivate(app, ACCOUNT_ROUTES.rateLimitTier, async ({ account }) =>
      rateLimitTier(await tiers.standingOf(account)),
    );

  /** Mounts a route that changes positions by the command of its body. */
  const mountChange = <Change extends { readonly amount: string; readonly wallet?: string }>(
    route: Route,
    read: BodyReader<Change>,
    commandOf: (change: Change, account: Account) => PositionCommand | Failure,
  ): void =>
    mountPrivate(app, route, async ({ account }, request) => {
      const before = await firstOutcome(dependencies, request);
      const refusal = before === null ? refuseWhenDisabled(view.state.mode) : null;
      if (refusal !== null) return refusal;
      const body = read(bodyBytes(request));
      if (body.kind === 'failure') return body;
      const { amount, wallet } = body.value;
      const command = before === null ? commandOf(body.value, account) : (before.entry.command as PositionCommand);
      if (command.kind === 'failure') return command;
      const outcome = before ?? (await submitOnce(dependencies, request, command));
      if (outcome.kind === 'reject') return positionRefusal(outcome, amount);
      if (outcome.kind !== 'accepted') throw new Error(`${command.kind} was ${outcome.kind}`);
      // When a request is repeated, a lent wallet may have another address: that one is its owner's again.
      const address = wallet?.toLowerCase() ?? walletOf(view.state, command.wallet).address;
      return positionAnswer(command, address, outcome.entry);
    });
  const readChange = createBodyReader(PositionChange, invalidPayload);
  for (const [route, kind] of [
    [ACCOUNT_ROUTES.splitPosition, 'SplitPosition'],
    [ACCOUNT_ROUTES.mergePositions, 'MergePositions'],
  ] as const) {
    mountChange(route, readChange, (change, account) =>
      readPositionChange(kind, change, account, view.state, parseAddress),
    );
  }
  mountChange(
    ACCOUNT_ROUTES.convertPositions,
    createBodyReader(PositionConversion, invalidPayload),
    (conversion, account) => readConversion(conversion, account, view.state, parseAddress),
  );
}

function rateLimitTier({ tier, next, volumeMicros }: Standing): RateLimitTier {
  const { name, volume, order, cancel, allowsDebt } = tier;
  return {
    tier: name,
    period: RATE_TIER_DAYS,
    tier_details: { order, cancel, negative_cancel_balance: allowsDebt },
    ...(volume > 0 && { usdc_volume: amountText(volumeMicros) }),
    ...(next !== null && { next_tier_threshold: next.volume }),
  };
}

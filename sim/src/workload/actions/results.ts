/** Results that can be wrong: proposed, disputed, confirmed and withdrawn; refunded, reversed, and made final. */
import { type Market, type NamedResult, PRICE_ONE, type ResultScope, type ReverseResult } from '@bellwether/engine';
import { type Acting, type Action, found, isTraded } from '../acting.ts';

const BY = 'operator';

/** Often a busy market, whose amounts are the oddest; sometimes a whole event. */
function scopeOf(acting: Acting, of: readonly Market[]): ResultScope {
  const { dice, known } = acting;
  const hot = of.filter(({ id }) => known.hot.includes(id));
  const { id: market, catalogEvent } = hot.length > 0 && dice.chance(0.5) ? dice.pick(hot) : acting.pick(of);
  return catalogEvent !== null && dice.chance(0.4) ? { catalogEvent } : { market };
}

function resultFor({ dice, state }: Acting, scope: ResultScope): NamedResult {
  const markets = 'catalogEvent' in scope ? (state.catalogEvents.get(scope.catalogEvent)?.markets ?? []) : [];
  const first = dice.pick([PRICE_ONE, 0, 5_000, 3_333]);
  return dice.weighted<NamedResult>([
    [4, { kind: 'refund' }],
    [markets.length > 0 ? 1 : 4, { kind: 'payouts', payouts: [first, PRICE_ONE - first] }],
    [markets.length > 0 ? 4 : 0.3, { kind: 'winners', winners: dice.chance(0.3) ? null : markets.slice(0, 1) }],
  ]);
}

function propose(acting: Acting): Promise<unknown> {
  const { dice, state } = acting;
  const open = state.markets.filter((market) => isTraded(market) || market.proposal !== null);
  const scope = scopeOf(acting, dice.chance(0.9) ? open : state.markets);
  const windowMs = dice.pick([0, 0, 500, 5_000, 60_000, 3_600_000]);
  const words = { source: 'seen', note: acting.name('note'), by: BY };
  return acting.send({ kind: 'ProposeResult', scope, result: resultFor(acting, scope), windowMs, ...words });
}

/** Usually a market whose result is proposed. */
function proposed(acting: Acting): Market {
  const { dice, state } = acting;
  const waiting = state.markets.filter(({ proposal }) => proposal !== null);
  return waiting.length > 0 && dice.chance(0.95) ? dice.pick(waiting) : acting.pick(state.markets);
}

const dispute = (acting: Acting): Promise<unknown> =>
  acting.send({ kind: 'DisputeResult', market: proposed(acting).id, account: acting.account, reason: 'no' });

/** Two operators at once: one confirms or withdraws, the other disputes or does the same. */
async function decideProposal(acting: Acting): Promise<void> {
  const { dice } = acting;
  const { id: market } = proposed(acting);
  const act = () =>
    acting.send(
      dice.weighted([
        [5, { kind: 'ConfirmResult', market, by: BY, note: 'so it is' } as const],
        [2, { kind: 'WithdrawResult', market, by: BY, reason: 'not yet' } as const],
        [1, { kind: 'DisputeResult', market, account: null, reason: 'no' } as const],
      ]),
    );
  await Promise.all(dice.chance(0.3) ? [act(), act()] : [act()]);
}

/** Proposed and confirmed at once. */
async function decideAtOnce(acting: Acting): Promise<void> {
  const scope = scopeOf(acting, acting.state.markets.filter(isTraded));
  const words = { source: '', note: '', by: BY };
  await acting.send({ kind: 'ProposeResult', scope, result: resultFor(acting, scope), windowMs: 0, ...words });
  const { markets, catalogEvents } = acting.state;
  const first = 'market' in scope ? scope.market : catalogEvents.get(scope.catalogEvent)?.markets[0];
  await acting.send({ kind: 'ConfirmResult', market: found(markets[found(first)]).id, by: BY, note: '' });
}

/** Sometimes to and fro. */
async function reverse(acting: Acting): Promise<void> {
  const { dice, client, state } = acting;
  const over = state.markets.filter(({ settlement }) => settlement !== null);
  const scope = scopeOf(acting, over.length > 0 && dice.chance(0.9) ? over : state.markets);
  for (let times = dice.pick([1, 1, 1, 2, 4]); times > 0; times--) {
    const to: ReverseResult['to'] = dice.chance(0.3) ? { kind: 'open' } : resultFor(acting, scope);
    await acting.send({ kind: 'ReverseResult', scope, to, by: BY, note: 'it was wrong' });
    await client.pause(dice.pick([1, 50, 3_000]));
  }
}

/** Makes a result final. */
function archive(acting: Acting): Promise<unknown> {
  const over = acting.state.markets.filter(({ status, archived }) => status === 'resolved' && !archived);
  return acting.send({ kind: 'UpdateMarket', market: acting.pick(over).id, changes: { archived: true } });
}

const ROWS: readonly Action[] = [
  { kind: 'propose result', weight: 12, from: 0.2, act: propose },
  { kind: 'decide proposal', weight: 12, from: 0.2, act: decideProposal },
  { kind: 'decide at once', weight: 8, from: 0.3, act: decideAtOnce },
  { kind: 'reverse result', weight: 22, from: 0.3, act: reverse },
  { kind: 'archive', weight: 1.5, from: 0.5, act: archive },
];

export const RESULTS: readonly Action[] = [
  ...ROWS.map((row) => ({ ...row, needs: 'corrections' as const, isOperators: true as const })),
  { kind: 'dispute result', weight: 6, from: 0.2, needs: 'corrections', act: dispute },
];

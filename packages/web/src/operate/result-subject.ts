/** The market or the one-winner event whose result the operator sets, and its calls. Pure. */
import type { Event, ProposedResult } from '@bellwether/contract';
import { type Scale, scaleOf } from '../numeric/scale.ts';
import type { Client } from '../venue/client.ts';
import { eventRow, labelsOf, type Market } from '../venue/market-model.ts';
import { type ChosenResult, FIRST, type NewPayouts, REFUND, SECOND } from './event-payouts.ts';
import { type OpenAnswer, readSplit } from './payouts.ts';

export interface ResultSubject {
  readonly kind: 'market' | 'event';
  /** Condition id of the market, or id of the event. */
  readonly id: string;
  readonly title: string;
  readonly eventSlug: string;
  readonly negRisk: boolean;
  readonly labels: readonly [string, string];
  /** Markets that the result is for, in the event's order. */
  readonly markets: readonly Answer[];
  readonly marketsOfEvent: number;
  /** Markets that a refund or a reversal is for: those that have a result already too. */
  readonly all: readonly string[];
  /** True if trading goes on until there is a result. */
  readonly isTrading: boolean;
  readonly isPaid: boolean;
  /** The choice that is the present result; '' without one. */
  readonly present: string;
  /** Scale of a numeric event, whose buckets are `all`; null for others. */
  readonly scale: Scale | null;
}

interface Answer extends OpenAnswer {
  readonly firstToken: string;
  readonly proposal: ProposedResult | null;
}

export function subjectOfMarket(market: Market): ResultSubject {
  const { conditionId, question, eventSlug, negRisk, status, isRefunded, outcomes, proposal } = market;
  const labels = labelsOf(market);
  const answer = { conditionId, label: question, outcomeLabels: labels, firstToken: outcomes[0].tokenId, proposal };
  const present = isRefunded ? REFUND : outcomes[0].isWinner ? FIRST : outcomes[1].isWinner ? SECOND : '';
  return {
    ...{ kind: 'market', id: conditionId, title: question, eventSlug, negRisk, labels, markets: [answer] },
    ...{ marketsOfEvent: 1, all: [conditionId], isTrading: status === 'open', isPaid: status === 'resolved', present },
    scale: null,
  };
}

/** The result of an event is for its markets without one; once all have one, for all of them. */
export function subjectOfEvent(event: Event): ResultSubject {
  const { id, slug, title, markets, negRisk } = event;
  const rows = markets.map(eventRow);
  const open = rows.filter(({ isResolved }) => !isResolved);
  const isPaid = open.length === 0;
  const answers = (isPaid ? rows : open).map(({ conditionId, label, outcomeLabels, tokenIds, proposal }) => {
    return { conditionId, label, outcomeLabels, firstToken: tokenIds[0], proposal };
  });
  const winner = rows.find(({ prices }) => prices[0] === '1')?.conditionId;
  const present = rows.some(({ isRefunded }) => isRefunded) ? REFUND : winner;
  return {
    ...{ kind: 'event', id, title, eventSlug: slug, negRisk, labels: ['Yes', 'No'], markets: answers },
    ...{ marketsOfEvent: rows.length, isTrading: open.some(({ acceptingOrders }) => acceptingOrders), isPaid },
    all: rows.map(({ conditionId }) => conditionId),
    scale: scaleOf(event),
    present: isPaid ? (present ?? '') : '',
  };
}

/** Returns the proposed payouts of each market, in its order. */
export function proposedPayouts(markets: readonly Answer[]): NewPayouts {
  if (markets.some(({ proposal }) => proposal?.refund === true)) return REFUND;
  return markets.map(({ proposal }) => {
    const [first = 0, second = 0] = (proposal?.payouts ?? []).map((payout) => readSplit(payout) ?? 0);
    return [first, second];
  });
}

type Result = Exclude<ChosenResult['result'], 'open'>;
type Admin = Client['admin'];

export function resultCalls({ kind, id }: ResultSubject, admin: Admin) {
  const isMarket = kind === 'market';
  return {
    propose: (result: Result, grounds: { source: string; note: string; windowHours: number }) =>
      isMarket ? admin.propose(id, { ...result, ...grounds }) : admin.proposeEvent(id, { ...result, ...grounds }),
    confirm: (note: string) => (isMarket ? admin.confirm(id, { note }) : admin.confirmEvent(id, { note })),
    withdraw: (reason: string) =>
      isMarket ? admin.withdrawProposal(id, { reason }) : admin.withdrawEventProposal(id, { reason }),
    reverse: (to: ChosenResult['result'], note: string) =>
      isMarket ? admin.reverse(id, { to, note }) : admin.reverseEvent(id, { to, note }),
  };
}

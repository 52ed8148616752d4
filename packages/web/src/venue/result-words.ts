/** Results of markets and events in words. Pure. */
import type { ProposedResult } from '@bellwether/contract';

type Labels = readonly [string, string];
type Named = Pick<ProposedResult, 'refund' | 'payouts'> & { readonly outcome?: string };

/** `Yes`, `refund`, `even split`, or `Yes 0.3, No 0.7`. */
export function resultWords({ refund, payouts }: Named, labels: Labels): string {
  if (refund) return 'refund';
  const winner = labels.find((_label, index) => Number(payouts[index]) === 1);
  if (winner !== undefined) return winner;
  if (payouts[0] === payouts[1]) return 'even split';
  return labels.map((label, index) => `${label} ${payouts[index]}`).join(', ');
}

/** `Proposed: Yes` or `Disputed: Yes`. */
export function proposedTitle(proposal: ProposedResult, labels: Labels): string {
  return `${proposal.disputed === undefined ? 'Proposed' : 'Disputed'}: ${resultWords(proposal, labels)}`;
}

/** An actor as answers name it: an address, `operator`, or empty for the venue itself. */
export function actorWords(by: string, own: string | null): string {
  if (by === '') return 'the venue';
  if (by === 'operator') return 'the operator';
  return by.toLowerCase() === own?.toLowerCase() ? 'you' : `${by.slice(0, 6)}…${by.slice(-4)}`;
}

interface ProposedRow {
  readonly conditionId: string;
  readonly label: string;
  readonly outcomeLabels: Labels;
  readonly proposal: ProposedResult | null;
}

export interface ProposedTogether {
  /** A market that the proposal covers. */
  readonly conditionId: string;
  readonly proposal: ProposedResult;
  readonly words: string;
}

/** Returns the proposals of an event's markets. A proposal for several markets is listed once, with its winners. */
export function proposalsOf(rows: readonly ProposedRow[]): readonly ProposedTogether[] {
  const groups = Map.groupBy(rows, ({ proposal }) => proposal && `${proposal.proposed_at} ${proposal.refund}`);
  return [...groups.values()].flatMap((group): ProposedTogether[] => {
    const [{ conditionId, label, outcomeLabels, proposal } = NO_ROW] = group;
    if (proposal === null) return [];
    if (group.length === 1) {
      const words = resultWords(proposal, outcomeLabels);
      return [{ conditionId, proposal, words: rows.length === 1 ? words : `${label}: ${words}` }];
    }
    const winners = group.filter((row) => Number(row.proposal?.payouts[0] ?? 0) > 0).map((row) => row.label);
    const words = proposal.refund ? 'refund' : winners.length === group.length ? 'even split' : winners.join(', ');
    return [{ conditionId, proposal, words }];
  });
}

const NO_ROW: ProposedRow = { conditionId: '', label: '', outcomeLabels: ['', ''], proposal: null };

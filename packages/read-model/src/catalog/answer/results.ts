/** Results of markets in answers: proposed, refunded and reversed ones, and their history. */
import type { EventMarket, ProposedResult, ResultLine, ReversedResult } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import { payoutTexts } from '@bellwether/wire/forms/decimal.ts';
import type { ResultLineRow } from '../query/resolutions.ts';
import type { KeptProposal, KeptReversal, MarketRow } from '../tables.ts';

type ProposalText = Pick<MarketRow, 'proposal'>;

/** The proposed result of a market; null without one. */
export const keptProposal = ({ proposal }: ProposalText): KeptProposal | null =>
  proposal === '' ? null : (JSON.parse(proposal) as KeptProposal);

export function resolutionStatus({ payout_0, ...row }: ProposalText & Pick<MarketRow, 'payout_0'>) {
  if (payout_0 !== null) return { umaResolutionStatus: 'resolved' as const };
  const proposal = keptProposal(row);
  if (proposal === null) return {};
  return { umaResolutionStatus: proposal.disputed === null ? ('proposed' as const) : ('disputed' as const) };
}

type Shown = Pick<MarketRow, 'proposal' | 'reversal' | 'refunded' | 'outcome_0' | 'outcome_1'>;

export function resultFields(row: Shown): Pick<EventMarket, 'proposal' | 'reversal' | 'refunded'> {
  const proposal = keptProposal(row);
  return {
    ...(row.refunded === 1 && { refunded: true }),
    ...(proposal !== null && { proposal: proposed(proposal, row) }),
    ...(row.reversal !== '' && { reversal: reversed(JSON.parse(row.reversal) as KeptReversal) }),
  };
}

function proposed(kept: KeptProposal, { outcome_0, outcome_1 }: Shown): ProposedResult {
  const { first, source, note, by, proposedMs, endsMs, disputed } = kept;
  return {
    outcome: first === PRICE_ONE ? outcome_0 : first === 0 ? outcome_1 : '',
    payouts: payoutTexts(first),
    refund: first === null,
    ...{ source, note, by },
    proposed_at: new Date(proposedMs).toISOString(),
    ends_at: new Date(endsMs).toISOString(),
    ...(disputed !== null && { disputed }),
  };
}

const reversed = ({ note, by, reversedMs }: KeptReversal): ReversedResult => ({
  ...{ note, by },
  reversed_at: new Date(reversedMs).toISOString(),
});

export const resultLine = ({ status, by, note, source, payout_0, refunded, time_ms }: ResultLineRow): ResultLine => ({
  ...{ status, by, note, source },
  payouts: payoutTexts(payout_0),
  refund: refunded === 1,
  time: new Date(time_ms).toISOString(),
});

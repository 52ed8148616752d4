/** Notifications in words: a title, what they are about, and where that is. Pure. */
import type { AnswerOf } from '@bellwether/sdk';
import { formatCents, formatExactMoney, formatShares } from '../format/numbers.ts';
import { resultWords } from '../venue/result-words.ts';

export type Notification = AnswerOf<'notifications'>[number];

export interface Notice {
  readonly id: number;
  readonly timeMs: number;
  readonly title: string;
  readonly text: string;
  readonly to: '/market/$slug' | '/event/$slug' | '/portfolio';
  readonly slug: string;
}

/** Dated profiles have times in milliseconds. */
const SECONDS_MAX = 1e11;

const STATUS_WORDS = {
  proposed: 'Proposed',
  disputed: 'Disputed',
  withdrawn: 'Proposal withdrawn',
  resolved: 'Resolved',
  reversed: 'Result changed',
} as const;

/** Notices of a list, in its order. The ticket tells fills of taker orders, so they are left out. */
export const noticesOf = (notifications: readonly Notification[]): readonly Notice[] =>
  notifications.flatMap((notification) => {
    const { id, timestamp, type, payload } = notification;
    if (type === 2 && payload.trader_side === 'TAKER') return [];
    const timeMs = timestamp < SECONDS_MAX ? timestamp * 1_000 : timestamp;
    return [{ id, timeMs, ...wordsOf(notification) }];
  });

function wordsOf(notification: Notification): Omit<Notice, 'id' | 'timeMs'> {
  switch (notification.type) {
    case 2: {
      const { side, matched_size, outcome, price, question, market_slug } = notification.payload;
      const act = side === 'BUY' ? 'Bought' : 'Sold';
      const title = `${act} ${formatShares(matched_size)} ${outcome} at ${formatCents(price)}`;
      return { title, text: question, to: '/market/$slug', slug: market_slug };
    }
    case 4: {
      const { status, refund, payouts, outcomes, note, question, market_slug } = notification.payload;
      const [first = '', second = ''] = outcomes;
      const result = refund || payouts.length > 0 ? `: ${resultWords({ refund, payouts }, [first, second])}` : '';
      const text = note === '' ? question : `${question} ${note}`;
      return { title: `${STATUS_WORDS[status]}${result}`, text, to: '/market/$slug', slug: market_slug };
    }
    case 5: {
      const { amount, note } = notification.payload;
      return { title: `You were granted ${formatExactMoney(amount)}`, text: note, to: '/portfolio', slug: '' };
    }
    case 6: {
      const { title, note, eventSlug } = notification.payload;
      return { title: `Clarified: ${title}`, text: note, to: '/event/$slug', slug: eventSlug };
    }
    default:
      return notification satisfies never;
  }
}

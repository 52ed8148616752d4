/** Banner with the state of a market that is not simply open. */
import { formatMoney } from '../format/numbers.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { Market } from '../venue/market-model.ts';

interface Notice {
  readonly icon: IconName;
  readonly tone: 'good' | 'warn';
  readonly title: string;
  readonly text: string;
}

export function StatusBanner({ market }: { readonly market: Market }) {
  const notice = noticeOf(market);
  return (
    <div role='status'>
      {notice !== null && (
        <p className={`row wrap pad rounded status-banner status-banner--${notice.tone}`}>
          <Icon name={notice.icon} />
          <strong>{notice.title}</strong>
          <span>{notice.text}</span>
        </p>
      )}
    </div>
  );
}

function noticeOf({ status, outcomes }: Market): Notice | null {
  const winner = outcomes.find(({ isWinner }) => isWinner);
  switch (status) {
    case 'open':
      return null;
    case 'paused':
      return { icon: 'clock', tone: 'warn', title: 'Paused', text: 'No orders are taken for now.' };
    case 'closed':
      return {
        icon: 'clock',
        tone: 'warn',
        title: 'Awaiting resolution',
        text: 'Trading has ended; the result is not in yet.',
      };
    case 'resolving':
    case 'resolved':
      return {
        icon: 'check',
        tone: 'good',
        title: winner === undefined ? 'Resolved' : `Resolved: ${winner.label}`,
        text:
          status === 'resolving'
            ? 'Holders are being paid.'
            : winner === undefined
              ? `Each ${outcomes[0].label} share paid ${formatMoney(outcomes[0].price ?? '')}, each ${outcomes[1].label} share ${formatMoney(outcomes[1].price ?? '')}.`
              : `Each ${winner.label} share paid ${formatMoney('1')}.`,
      };
    default:
      return status satisfies never;
  }
}

/**
 * The bell in the header: the number of unread notifications, and a panel that lists them. The panel is the browser's
 * own popover, which closes at Escape or a click elsewhere and gives the focus back.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { isDust } from '../account/dust.ts';
import { useNow } from '../clock/clock-context.tsx';
import { formatRelative, parseTime } from '../format/time.ts';
import { positionsOfWallet } from '../portfolio/portfolio-queries.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { KEYS } from '../venue/keys.ts';
import { polled } from '../venue/queries.ts';
import { momentAhead } from '../venue/trading-end.ts';
import './bell.css';
import { type Notice, noticesOf } from './notice-words.ts';

/** The account's feed renews the list at once; proposals and clarifications are no messages of it. */
const RENEW_MS = 60_000;
const SOON_MS = 86_400_000;
const COUNT_MAX = 99;
const PANEL = 'notifications';

const notificationsQuery = (account: Account) =>
  polled(KEYS.notifications(account.address), (call) => account.client.account.notifications(call), RENEW_MS);

export function Bell({ account }: { readonly account: Account }) {
  const queries = useQueryClient();
  const query = notificationsQuery(account);
  const { data = [], isPending } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const read = useMutation({
    mutationFn: () => account.client.account.dropNotifications(),
    onSuccess: () => {
      // The button that had the focus goes.
      button.current?.focus();
      queries.setQueryData(query.queryKey, []);
      return queries.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  const notices = noticesOf(data);
  const count = notices.length;
  const close = (): void => panel.current?.hidePopover();
  return (
    <>
      <Button
        ref={button}
        kind='ghost'
        icon
        className='bell'
        popoverTarget={PANEL}
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      >
        <Icon name='bell' />
        {count > 0 && <span className='bell__count'>{count > COUNT_MAX ? `${COUNT_MAX}+` : count}</span>}
      </Button>
      <div
        ref={panel}
        id={PANEL}
        popover='auto'
        role='dialog'
        aria-label='Notifications'
        className='panel bell__panel'
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBeforeToggle={({ currentTarget: { style } }) => {
          style.top = `${button.current?.closest('.header')?.getBoundingClientRect().bottom ?? 0}px`;
        }}
      >
        {isOpen && (
          <div className='stack gap-3 pad'>
            <div className='row row--apart'>
              <h2>Notifications</h2>
              {count > 0 && (
                <Button size='sm' busy={read.isPending} onClick={() => read.mutate()}>
                  Mark all read
                </Button>
              )}
            </div>
            {read.isError && <p role='alert'>They could not be marked. Try again.</p>}
            {count === 0 && <p className='soft'>{isPending ? 'Reading…' : 'Nothing new in the last two days.'}</p>}
            <Notices notices={notices} onFollow={close} />
            <ClosingSoon account={account} onFollow={close} />
          </div>
        )}
      </div>
    </>
  );
}

type ListProps = { readonly onFollow: () => void };

function Notices({ notices, onFollow }: ListProps & { readonly notices: readonly Notice[] }) {
  const now = useNow();
  return (
    <ul className='stack gap-3'>
      {notices.map(({ id, title, text, timeMs, to, slug }) => (
        <li key={id}>
          <Link to={to} params={{ slug }} className='semi' onClick={onFollow}>
            {title}
          </Link>
          <p className='small soft break'>{text}</p>
          <p className='small faint'>{formatRelative(timeMs, now)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Markets whose shares the wallet holds and that end within a day. They are no news, so they are never unread. */
function ClosingSoon({ account, onFollow }: ListProps & { readonly account: Account }) {
  const now = useNow();
  const { data = [] } = useQuery(positionsOfWallet(account));
  const soon = data.filter(({ endDate, size, redeemable }) => {
    const left = (parseTime(endDate) ?? 0) - now;
    return !redeemable && !isDust(size) && left > 0 && left < SOON_MS;
  });
  const bySlug = new Map(soon.map((position) => [position.slug, position]));
  if (bySlug.size === 0) return null;
  return (
    <section className='stack gap-2' aria-label='Closing soon'>
      <h3>Closing soon</h3>
      <ul className='stack gap-3'>
        {[...bySlug.values()].map(({ slug, title, endDate }) => (
          <li key={slug}>
            <Link to='/market/$slug' params={{ slug }} className='semi' onClick={onFollow}>
              {title}
            </Link>
            <p className='small soft'>Ends {momentAhead(endDate, now)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

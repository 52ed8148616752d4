/** Button that watches and unwatches a market or an event. */
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { toggleWatched, useWatched } from './use-watched.ts';
import { isWatching } from './watch-list.ts';
import './watch.css';

interface WatchButtonProps {
  readonly event: string;
  /** Slug of the market; undefined for the whole event. */
  readonly market?: string;
  readonly title: string;
  /** True to show the label beside the star. */
  readonly isNamed?: boolean;
}

export function WatchButton({ event, market, title, isNamed = false }: WatchButtonProps) {
  const one = { event, market: market ?? null };
  const isOn = isWatching(useWatched(), one);
  return (
    <Button
      kind={isNamed ? 'secondary' : 'ghost'}
      size='sm'
      icon={!isNamed}
      className='watch-button'
      aria-pressed={isOn}
      aria-label={`Watch: ${title}`}
      title={isOn ? 'Watched on this device' : 'Watch on this device'}
      onClick={() => toggleWatched(one)}
    >
      <Icon name='star' size={16} />
      {isNamed && (isOn ? 'Watched' : 'Watch')}
    </Button>
  );
}

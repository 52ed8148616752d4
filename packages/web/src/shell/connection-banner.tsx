/** Banner shown while the connection to the venue is lost. */
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../live/live-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { announceVenueBack } from '../venue/venue-back.ts';

/** Shorter interruptions are not worth mentioning. */
const SHOWN_AFTER_MS = 1_200;

export function ConnectionBanner() {
  const connection = useConnection();
  const [isShown, setShown] = useState(false);
  const before = useRef(connection);
  useEffect(() => {
    if (connection === 'live' && before.current === 'lost') announceVenueBack();
    if (connection !== 'connecting') before.current = connection;
  }, [connection]);
  useEffect(() => {
    if (connection !== 'lost') return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [connection]);

  return (
    <div role='status' aria-live='polite'>
      {isShown && (
        <p className='row small connection-banner'>
          <Icon name='warn' size={16} />
          Connection lost. Prices may be old; reconnecting…
        </p>
      )}
    </div>
  );
}

/** Tells what waits for the venue that it answers again, sooner than its own pauses would end. */

const VENUE_BACK = 'bellwether-venue-back';

/** To be called when the feed is live again after it was lost. */
export function announceVenueBack(): void {
  window.dispatchEvent(new Event(VENUE_BACK));
}

/** Resolves after `ms`, or as soon as the device is online or the venue is back. */
export function untilWorthwhile(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      window.removeEventListener(VENUE_BACK, end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    window.addEventListener(VENUE_BACK, end);
  });
}

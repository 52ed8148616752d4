/** Wakes code that waits for the venue as soon as it answers again. */

const VENUE_BACK = 'bellwether-venue-back';

export function announceVenueBack(): void {
  window.dispatchEvent(new Event(VENUE_BACK));
}

/** Resolves after `ms`, or earlier when the device comes online or the venue is back. */
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

/** Work once per animation frame, however often it is asked for. In a hidden tab, which has no frames, once a second. */

const HIDDEN_INTERVAL_MS = 1_000;

/** Calls back before the next paint. */
function onFrame(callback: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(callback, HIDDEN_INTERVAL_MS);
  else requestAnimationFrame(callback);
}

/** Resolves before the next paint. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => onFrame(resolve));
}

/** A function that runs `work` before the next paint, once for all calls until then. */
export function perFrame(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    onFrame(() => {
      isAsked = false;
      work();
    });
  };
}

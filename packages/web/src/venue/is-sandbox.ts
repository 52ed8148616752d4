/** True if this venue is a sandbox. The gateway marks the served page, so that other venues' pages need no request. */
export const isSandbox = (): boolean => document.documentElement.hasAttribute('data-sandbox');

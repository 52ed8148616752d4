/** Whether this venue is a sandbox: the gateway writes it into the page, so that no page of another venue has to ask. */
export function isSandbox(): boolean {
  return document.documentElement.hasAttribute('data-sandbox');
}

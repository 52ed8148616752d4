/**
 * Token behind # of a link for joining. It leaves the address as soon as the page starts, before anything is loaded: an
 * address is seen, shared and kept.
 */
const PATH = '/app/join';
let taken = '';

/** The token of the link that was opened last; empty without one. */
export function takeLinkToken(): string {
  if (location.pathname === PATH && location.hash.length > 1) {
    taken = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}

export function dropLinkToken(): void {
  taken = '';
}

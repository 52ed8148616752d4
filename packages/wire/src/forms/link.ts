/** Links as they are written: of a picture, or of the place where a result can be read. */

/** Base of links without a host. With the scheme of a link, it would hide that `https:me@host` names a host. */
const BASE = 'ftp://host';

/** Reason for refusing a link with credentials, which everyone would read, or null. Texts that are no links have none. */
export function credentialsProblem(text: string): string | null {
  const url = URL.parse(text, BASE);
  return url === null || `${url.username}${url.password}` === '' ? null : 'must have no user name or password';
}

/** Tokens of the links that end e-mails. They prove nothing but that a mail to this person had them, and never end. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 24;
const TOKEN = /^([^.]+)\.([\w-]{32})$/;

const macOf = (secret: Uint8Array, person: string): Buffer =>
  createHmac('sha256', secret).update(`people: unsubscribe ${person}`).digest().subarray(0, MAC_BYTES);

export const tokenOf = (secret: Uint8Array, person: string): string =>
  `${person}.${macOf(secret, person).toString('base64url')}`;

/** Person of a token; null if no mail of this venue had it. */
export function personOfToken(secret: Uint8Array, token: string): string | null {
  const [, person = '', mac = ''] = TOKEN.exec(token) ?? [];
  return mac !== '' && timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(secret, person)) ? person : null;
}

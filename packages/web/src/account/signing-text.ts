/** Explanations of why a signature failed, with the wallet's own message appended. */
import { isBellwetherError } from '@bellwether/sdk';
import { errorText } from '../venue/error-text.ts';

/** EIP-1193 error code: the user rejected the request. */
const DECLINED = 4001;

export function signingText(error: unknown): string {
  if (error instanceof Error && (error.name === 'WalletMissing' || error.name === 'SignedOut')) return error.message;
  const cause = isBellwetherError(error) ? (error.kind === 'signer' ? error.cause : null) : error;
  const [, said] = fieldsOf(cause);
  if (isDeclined(cause)) return 'You declined in the wallet. Nothing was signed.';
  if (isWrongChain(cause))
    return `The wallet only signs for the network it is set to, and this venue signs for a number of its own. A key made in this browser always works. (${said})`;
  if (said === '') return errorText(error);
  return isBellwetherError(error) ? `The wallet did not sign: ${said}` : `The wallet said: ${said}`;
}

/** True if the wallet's error means that the user rejected the request. */
export const isDeclined = (cause: unknown): boolean => fieldsOf(cause)[0] === DECLINED;

/** True if the wallet only signs for its active network. There is no error code, so this matches the message. */
export const isWrongChain = (cause: unknown): boolean => /chain ?id/i.test(fieldsOf(cause)[1]);

/** Wallets throw plain objects. */
function fieldsOf(cause: unknown): readonly [code: number | null, said: string] {
  if (typeof cause !== 'object' || cause === null) return [null, ''];
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  return [typeof code === 'number' ? code : null, typeof message === 'string' ? message : ''];
}

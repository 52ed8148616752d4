/** Why something was not signed, in words. What the wallet itself said stands behind them. */
import { isBellwetherError } from '@bellwether/sdk';
import { errorText } from '../venue/error-text.ts';

/** EIP-1193: the reader said no. */
const DECLINED = 4001;

export function signingText(error: unknown): string {
  if (error instanceof Error && error.name === 'WalletMissing') return error.message;
  const cause = isBellwetherError(error) ? (error.kind === 'signer' ? error.cause : null) : error;
  const [, said] = fieldsOf(cause);
  if (isDeclined(cause)) return 'You declined in the wallet. Nothing was signed.';
  if (isWrongChain(cause))
    return `The wallet only signs for the network it is set to, and this venue signs for a number of its own. A key made in this browser always works. (${said})`;
  if (said === '') return errorText(error);
  return isBellwetherError(error) ? `The wallet did not sign: ${said}` : `The wallet said: ${said}`;
}

/** True for what a wallet throws when its owner said no. */
export function isDeclined(cause: unknown): boolean {
  return fieldsOf(cause)[0] === DECLINED;
}

/** True for what a wallet throws that signs for no other network than its own; there is no code for it. */
export function isWrongChain(cause: unknown): boolean {
  return /chain ?id/i.test(fieldsOf(cause)[1]);
}

/** Wallets throw objects of their own. */
function fieldsOf(cause: unknown): readonly [code: number | null, said: string] {
  if (typeof cause !== 'object' || cause === null) return [null, ''];
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  return [typeof code === 'number' ? code : null, typeof message === 'string' ? message : ''];
}

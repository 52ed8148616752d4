/** Why something was not signed, in words. What the wallet itself said stands behind them. */
import { isBellwetherError } from '@bellwether/sdk';
import { errorText } from '../venue/error-text.ts';

/** EIP-1193: the reader said no. */
const DECLINED = 4001;

export function signingText(error: unknown): string {
  if (error instanceof Error && error.name === 'WalletMissing') return error.message;
  const cause = isBellwetherError(error) ? (error.kind === 'signer' ? error.cause : null) : error;
  const [code, said] = fieldsOf(cause);
  if (code === DECLINED) return 'You declined in the wallet. Nothing was signed.';
  if (/chain ?id/i.test(said))
    return `The wallet only signs for the network it is set to, and this venue signs for a number of its own. A key made in this browser always works. (${said})`;
  if (said === '') return errorText(error);
  return isBellwetherError(error) ? `The wallet did not sign: ${said}` : `The wallet said: ${said}`;
}

/** Wallets throw objects of their own. */
function fieldsOf(cause: unknown): readonly [code: number | null, said: string] {
  if (typeof cause !== 'object' || cause === null) return [null, ''];
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  return [typeof code === 'number' ? code : null, typeof message === 'string' ? message : ''];
}

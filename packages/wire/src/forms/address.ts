/**
 * Parses wallet addresses as users write them: all lower-case, or mixed case with the checksum of EIP-55. A wrong
 * checksum is most likely a typo, so it is refused and never "corrected".
 */
import { type Address, address, isAddress } from '@bellwether/engine';
import { createKeccak } from 'hash-wasm';

export type ParsedAddress =
  | { readonly kind: 'address'; readonly address: Address }
  /** `error` completes the sentence "<what> …". */
  | { readonly kind: 'invalid'; readonly error: string };

/** Reads one address. Never throws. */
export type ParseAddress = (text: string) => ParsedAddress;

const FORM = /^0x[0-9a-fA-F]{40}$/;
/** Maximum number of cached checksummed spellings, so that a client's address is hashed once and not per request. */
const REMEMBERED_MAX = 10_000;

export async function createAddressParser(): Promise<ParseAddress> {
  const hasher = await createKeccak(256);
  const remembered = new Map<string, ParsedAddress>();

  function checksummed(lowerCase: string): string {
    const digits = lowerCase.slice(2);
    const hash = hasher.init().update(digits).digest('hex');
    let text = '0x';
    for (let index = 0; index < digits.length; index += 1) {
      const digit = digits.charAt(index);
      text += hash.charAt(index) >= '8' ? digit.toUpperCase() : digit;
    }
    return text;
  }

  return (text) => {
    if (isAddress(text)) return { kind: 'address', address: text };
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (!FORM.test(text)) return { kind: 'invalid', error: 'must be 0x followed by 40 hex digits' };
    const lowerCase = text.toLowerCase();
    if (checksummed(lowerCase) !== text) {
      return { kind: 'invalid', error: 'has a wrong checksum: check it, or write it all in lower case' };
    }
    const parsed: ParsedAddress = { kind: 'address', address: address(lowerCase) };
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(text, parsed);
    return parsed;
  };
}

/**
 * A body that is sent repeatedly, with its compressed forms. Each form is made once, on first request, off this thread.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../ports/reader.ts';

const PACK: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

export interface PackedBody {
  /** The body in a compressed form; null: uncompressed. */
  in(encoding: Encoding | null): Promise<{ readonly body: Buffer; readonly encoding: Encoding | null }>;
}

export function createPackedBody(bytes: Buffer): PackedBody {
  const forms = new Map<Encoding, Promise<Buffer>>();
  return {
    in: async (encoding) => {
      if (encoding === null) return { body: bytes, encoding };
      const form = forms.get(encoding) ?? PACK[encoding](bytes);
      forms.set(encoding, form);
      return { body: await form, encoding };
    },
  };
}

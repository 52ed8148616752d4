/**
 * Files sent from memory, compressed to a fifth of their size for browsers that accept it, and revalidated by their
 * `ETag`. Reading a file for each answer made the largest one cost twice the CPU.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@bellwether/ports/reader.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inPieces } from '../connections/pieces.ts';
import { addVary, encodingsOf, hasAnswer } from '../plugins/answers.ts';
import { protect } from './register-share.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Sends the file at a path; null if there is none. */
export type SendFile = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply | null>;

/** Keeps each file that was sent once. `policy` is the content policy of pages among the files. */
export function createFileSender(policy: string): SendFile {
  const kept = new Map<string, { readonly body: PackedBody; readonly version: string }>();
  const fileAt = async (path: string) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return null;
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const file = { body: createPackedBody(bytes), version };
    kept.set(path, file);
    return file;
  };
  return async (request, reply, path) => {
    const file = await fileAt(path);
    if (file === null) return null;
    const type = extname(path);
    // Pictures are compressed already.
    const encoding = type === '.png' ? null : (encodingsOf(request)[0] ?? null);
    const etag = `"${file.version}-${encoding ?? 'plain'}"`;
    reply.routeCounts?.count(200);
    protect(reply)
      // Revalidated on every load and answered with 304 while unchanged, so that an upgrade shows at once.
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('etag', etag);
    if (type !== '.png') addVary(reply, 'accept-encoding');
    if (hasAnswer(request, etag)) return reply.code(304).send();
    const form = await file.body.in(encoding);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.header('content-type', TYPES[type]).send(inPieces(reply, form.body));
  };
}

const PACK: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** A body that is sent repeatedly. Each compressed form is made once, on first request, off this thread. */
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

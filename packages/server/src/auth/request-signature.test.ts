import { anyText } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import {
  createRequestSigner,
  decodeRequestSignature,
  requestSignature,
  signingKey,
  withoutQuery,
} from './request-signature.ts';

describe('request signature', () => {
  test.each([vectors.l2, vectors.l2_order])('request signature: vector $method $path', (each) => {
    const secret = Buffer.from(each.secret, 'base64');
    const bytes = requestSignature(secret, each.timestamp, each.method, each.path, Buffer.from(each.body));
    expect(Buffer.from(bytes).toString('hex')).toBe(each.hex);
    const forms = [
      each.hex,
      each.hex.toUpperCase(),
      each.base64url,
      each.base64url.replace('=', ''),
      each.base64url.replaceAll('-', '+').replaceAll('_', '/'),
    ];
    for (const form of forms) expect(decodeRequestSignature(form)).toEqual(Buffer.from(each.hex, 'hex'));
  });

  test('request signature: made with a prepared key it is the HMAC, one after another and of any length', () => {
    const sign = createRequestSigner();
    const request = fc.record({
      secret: fc.uint8Array({ maxLength: 64 }),
      timestamp: anyText(20),
      path: anyText(80),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 16_000, max: 20_000 }).map((length) => new Uint8Array(length).fill(0x61)),
      ),
    });
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 4 }), (requests) => {
        for (const { secret, timestamp, path, body } of requests) {
          const own = sign(signingKey(secret), timestamp, 'POST', path, body);
          expect(own).toBe(requestSignature(secret, timestamp, 'POST', path, body).toString('latin1'));
        }
      }),
    );
    expect(() => signingKey(new Uint8Array(65))).toThrow(RangeError);
  });

  const { hex, base64url } = vectors.l2;
  test.each([
    ['empty', ''],
    ['short hex', hex.slice(1)],
    ['long hex', `${hex}0`],
    ['hex with 0x', `0x${hex}`],
    ['a letter that is no hex digit', `g${hex.slice(1)}`],
    ['a character whose low byte is a hex digit', `\u0130${hex.slice(1)}`],
    ['a line feed', `${hex}\n`],
    ['two paddings', `${base64url}=`],
    ['both alphabets', base64url.replace('_', '/').replace('ZwAd', '-wAd')],
    ['unused bits that are set', base64url.replace('vc=', 'vd=')],
    ['short base64', base64url.slice(2)],
    ['a space', ` ${base64url.slice(1)}`],
  ])('request signature: %s is no signature', (_name, text) => {
    expect(decodeRequestSignature(text)).toBeNull();
  });

  test('request signature: the query string is not signed', () => {
    expect(withoutQuery('/data/orders?a=1?b')).toBe('/data/orders');
    expect(withoutQuery('/order')).toBe('/order');
    expect(withoutQuery('/?')).toBe('/');
  });
});

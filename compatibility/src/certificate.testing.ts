/** Self-signed certificates for host names, for tests of clients with fixed hosts that require TLS. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate, in PEM format, valid for an hour around `nowMs` and for these names only. */
export function certificateFor(names: readonly string[], nowMs: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(identifier('2.5.4.3'), tagged(0x0c, Buffer.from('test')))));
  const algorithm = sequence(identifier('1.2.840.10045.4.3.2'));
  const subjectNames = sequence(...names.map((each) => tagged(0x82, Buffer.from(each))));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(nowMs - 3_600_000), time(nowMs + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(identifier('2.5.29.17'), tagged(0x04, subjectNames)))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

/** Tag, length and content in DER encoding; at most 65,535 bytes. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (part: Buffer): Buffer => tagged(0x31, part);
const integer = (value: number): Buffer => tagged(0x02, Buffer.of(value));

/** Precise to the minute; seconds are zero. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 12);
  return tagged(0x18, Buffer.from(`${digits}00Z`));
}

function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

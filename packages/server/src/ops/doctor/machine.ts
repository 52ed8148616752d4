/** Checks of the machine: Node, native code, file limit, port. */
import { createServer } from 'node:net';
import { createKeccak256 } from '../../adapters/signature-pool/keccak.ts';
import { recoverSigner, SIGNATURE_BYTES } from '../../adapters/signature-pool/recover.ts';
import type { Config } from '../../config.ts';
import { checkOpenFiles, connectionsMax } from '../open-files.ts';
import { type Finding, fails, ok, warns } from './finding.ts';
import { holderOf } from './folder.ts';

const SAMPLES = 50;
/** CPU per signature above which the native code is missing: it takes some 60 µs, the same in JavaScript over a millisecond. */
const NATIVE_MICROS_MAX = 400;

/** An older Node cannot get here: `bin/bellwether.js` refuses it. */
export function checkNode(): Finding {
  const { node, modules } = process.versions;
  return ok(`${node} on ${process.platform}-${process.arch}, module version ${modules}`);
}

export async function checkSignatures(): Promise<Finding> {
  const keccak = await createKeccak256();
  // r = s = the x coordinate of the curve's generator: a valid form, and a key can be recovered from it.
  const scalar = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
  const signature = Buffer.alloc(SIGNATURE_BYTES, 27);
  for (const at of [0, 32]) scalar.copy(signature, at);
  signature.writeUInt8(0x39, 32);
  const recover = (): Uint8Array | null => recoverSigner(keccak, signature, scalar);
  if (recover() === null) return fails('a signature could not be checked: run "npm install" again');
  const before = process.cpuUsage();
  for (let sample = 0; sample < SAMPLES; sample += 1) recover();
  const { user, system } = process.cpuUsage(before);
  const micros = Math.round((user + system) / SAMPLES);
  if (micros <= NATIVE_MICROS_MAX) return ok(`native code, ${micros} µs of CPU each`);
  return warns(
    `${micros} µs of CPU each: the native part of secp256k1 is missing. Run "npm install" again, on this machine`,
  );
}

export function checkFiles({ signatureWorkers }: Config): Finding {
  checkOpenFiles(signatureWorkers);
  const most = connectionsMax();
  return ok(Number.isFinite(most) ? `enough for some ${most} connections` : 'the system states no limit');
}

/** The port is free, or belongs to the venue that has the data folder. */
export async function checkPort({ host, port, dataDir }: Config): Promise<Finding> {
  const address = `${host}:${port}`;
  const problem = await listenOnce(host, port);
  if (problem === null) return ok(port === 0 ? `any free one of ${host}` : `${address} is free`);
  if (problem.code !== 'EADDRINUSE') {
    return fails(`${address} cannot be listened on (${problem.code}): change BELLWETHER_HOST or BELLWETHER_PORT`);
  }
  const holder = holderOf(dataDir);
  if (holder?.url?.endsWith(`:${port}`) === true) return ok(`${address} belongs to this venue, which runs`);
  return fails(`${address} is in use by another program: stop it, or set BELLWETHER_PORT to another port`);
}

function listenOnce(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
  const server = createServer();
  server.once('error', resolve);
  server.listen({ host, port }, () => server.close(() => resolve(null)));
  return promise;
}

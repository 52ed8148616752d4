/** Checks of the machine: Node, native code, file limit, port. */
import { createRequire } from 'node:module';
import { createKeccak256 } from '@bellwether/gateway/adapters/signature-pool/keccak.ts';
import { recoverSigner, SIGNATURE_BYTES } from '@bellwether/gateway/adapters/signature-pool/recover.ts';
import type { Config } from '../../config.ts';
import { cannotListen, listenOnce } from '../cannot-listen.ts';
import { checkOpenFiles, connectionsMax } from '../open-files.ts';
import { type Finding, fails, ok, warns } from './finding.ts';
import { holderOf } from './folder.ts';

const SAMPLES = 50;

/** An older Node cannot get here: `bin/bellwether.js` refuses it. */
export function checkNode(): Finding {
  const { node, modules } = process.versions;
  return ok(`${node} on ${process.platform}-${process.arch}, module version ${modules}`);
}

export async function checkSignatures(): Promise<Finding> {
  const keccak = await createKeccak256();
  // r = s = the x coordinate of the curve's generator: a valid form from which a key can be recovered.
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
  return isNative() ? ok(`native code, ${micros} µs of CPU each`) : warns(`${micros} µs of CPU each: ${NOT_NATIVE}`);
}

export const NOT_NATIVE =
  'the native part of secp256k1 is missing, and signatures take thirty times as long. Run "npm install" again, on this machine';

/** False if the library fell back to JavaScript, as after an installation for another machine. */
export function isNative(): boolean {
  try {
    createRequire(import.meta.url)('secp256k1/bindings');
    return true;
  } catch {
    return false;
  }
}

export function checkFiles({ signatureWorkers }: Config): Finding {
  checkOpenFiles(signatureWorkers);
  const most = connectionsMax(signatureWorkers);
  return ok(Number.isFinite(most) ? `enough for some ${most} connections` : 'the system states no limit');
}

/** The port is free, or belongs to the venue that has the data folder. */
export async function checkPort({ host, port, dataDir }: Config): Promise<Finding> {
  const address = `${host}:${port}`;
  const problem = await listenOnce({ host, port });
  if (problem === null) return ok(port === 0 ? `any free one of ${host}` : `${address} is free`);
  const holder = holderOf(dataDir);
  if (problem.code === 'EADDRINUSE' && holder?.url?.endsWith(`:${port}`) === true)
    return ok(`${address} belongs to this venue, which runs`);
  return fails(cannotListen({ host, port }, problem));
}

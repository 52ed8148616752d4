/** Decodes signed batches: one call, a multisend of a Safe, or the call list of a proxy or a contract wallet. */
import { decodeArguments, type InnerCall, MalformedCall } from './abi.ts';
import type { ReadCall, RefusedCall, RelayedCall } from './calls.ts';
import { MULTISEND, PROXY_FACTORY } from './contracts.ts';
import { addressOf, integerOf, type Keccak } from './words.ts';

/** Maximum calls of one transaction, including approvals. */
const CALLS_MAX = 50;

export interface Calls {
  readonly kind: 'calls';
  readonly calls: readonly RelayedCall[];
}

/** Safe operation for a plain call. */
const CALL = 0n;
/** Proxy mode for a plain call. */
const PROXY_CALL = 1n;
/** Head of a packed inner transaction: operation, target, value, data length. */
const PACKED_HEAD_BYTES = 1 + 20 + 32 + 32;

export interface BatchReader {
  /** Reads a Safe transaction. `operation` 0: a call; 1: a delegate call, which is only allowed for a multisend. */
  ofSafe(to: string, data: Uint8Array, operation: 0 | 1): Calls | RefusedCall;
  /** Reads calldata of the proxy factory's `proxy`. */
  ofProxy(to: string, data: Uint8Array): Calls | RefusedCall;
  ofWallet(calls: readonly Omit<InnerCall, 'mode'>[]): Calls | RefusedCall;
}

export function createBatchReader(keccak: Keccak, readCall: ReadCall): BatchReader {
  const selectorOf = (signature: string): Buffer => Buffer.from(keccak(Buffer.from(signature, 'ascii')).subarray(0, 4));
  const multiSend = selectorOf('multiSend(bytes)');
  const proxy = selectorOf('proxy((uint8,address,uint256,bytes)[])');

  function readAll(calls: readonly InnerCall[], plain: bigint): Calls | RefusedCall {
    if (calls.length === 0) return refused('there is no call in it');
    if (calls.length > CALLS_MAX) return refused(`${calls.length} calls are more than the ${CALLS_MAX} of a batch`);
    const read: RelayedCall[] = [];
    for (const [index, { mode, target, value, data }] of calls.entries()) {
      const call = mode === plain ? readCall(target, value, data) : refused('only plain calls are taken in a batch');
      if (call.kind === 'refused') return refused(`call ${index + 1}: ${call.why}`);
      read.push(call);
    }
    return { kind: 'calls', calls: read };
  }

  return {
    ofSafe(to, data, operation) {
      if (operation === 0) return readAll([{ mode: CALL, target: to, value: 0n, data }], CALL);
      if (to !== MULTISEND) return refused(`a delegate call goes to the multisend ${MULTISEND} alone`);
      return orMalformed('multiSend', () => {
        const [packed] = decodeArguments(['bytes'], behind(multiSend, data));
        return readAll(unpack(packed), CALL);
      });
    },
    ofProxy(to, data) {
      if (to !== PROXY_FACTORY) return refused(`a proxy is called through its factory ${PROXY_FACTORY}`);
      return orMalformed('proxy', () => {
        const [calls] = decodeArguments(['call[]'], behind(proxy, data));
        return readAll(calls, PROXY_CALL);
      });
    },
    ofWallet: (calls) =>
      readAll(
        calls.map((call) => ({ ...call, mode: CALL })),
        CALL,
      ),
  };
}

function orMalformed(name: string, read: () => Calls | RefusedCall): Calls | RefusedCall {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedCall) return refused(`malformed data of ${name}: ${error.message}`);
    throw error;
  }
}

/** Arguments of a call to the only function accepted here. */
function behind(selector: Buffer, data: Uint8Array): Uint8Array {
  if (Buffer.compare(selector, data.subarray(0, 4)) !== 0) throw new MalformedCall('it calls another function');
  return data.subarray(4);
}

/** Splits inner transactions, which follow one another without padding. */
function unpack(packed: Uint8Array): InnerCall[] {
  const calls: InnerCall[] = [];
  for (let at = 0; at < packed.length; ) {
    const head = packed.subarray(at, at + PACKED_HEAD_BYTES);
    const length = integerOf(head.subarray(53));
    const begin = at + PACKED_HEAD_BYTES;
    if (head.length < PACKED_HEAD_BYTES || length > BigInt(packed.length - begin))
      throw new MalformedCall('an inner transaction is cut off');
    at = begin + Number(length);
    calls.push({
      mode: BigInt(head[0] ?? 0),
      target: addressOf(head.subarray(1, 21)),
      value: integerOf(head.subarray(21, 53)),
      data: packed.subarray(begin, at),
    });
    if (calls.length > CALLS_MAX) break;
  }
  return calls;
}

const refused = (why: string): RefusedCall => ({ kind: 'refused', why });

/**
 * The memory in which gateways in threads of one process find the records of their exchange: a ring that one thread writes
 * and each gateway reads at its own pace. What not everyone has read is never written over.
 */
import type { JournalRecord } from '../ports/journal.ts';
import type { RecordsReader, RecordsWriter, SharedRecord } from '../ports/shared-records.ts';

/** The ring counts in units of eight bytes; places are words that overflow, of which the lower bits count. */
const UNIT_BYTES = 8;
const RING_UNITS = 2 ** 19;
/** A record of more is not written: some megabytes that everyone has to read first. */
const RECORD_UNITS_MAX = RING_UNITS / 4;
const GATEWAYS_MAX = 64;

/** Words before the ring: how far it is written; how far each gateway has read; who has clients that wait. */
const WRITTEN = 0;
const READ = 1;
const LIVE = READ + GATEWAYS_MAX;
const WORDS = LIVE + GATEWAYS_MAX + 1;
const HEADER_BYTES = WORDS * 4;

const AT_REST = 0;
const IS_LIVE = 1;
const HAS_CLOSED = 2;

/** Of a record: units, bytes of its payload, bytes of its chain; first and last sequence; the chain value before it. */
const PAYLOAD_BYTES_AT = 4;
const CHAIN_BYTES_AT = 8;
const FIRST_AT = 16;
const LAST_AT = 24;
const PREVIOUS_AT = 32;
const PREVIOUS_BYTES = 32;
const HEAD_BYTES = PREVIOUS_AT + PREVIOUS_BYTES;

/** Memory for so many gateways; handed to the exchange and to each of them. */
export function createSharedRecords(gateways: number): SharedArrayBuffer {
  if (gateways > GATEWAYS_MAX) throw new RangeError(`at most ${GATEWAYS_MAX} gateways share records`);
  const memory = new SharedArrayBuffer(HEADER_BYTES + RING_UNITS * UNIT_BYTES);
  new Int32Array(memory, 0, WORDS).fill(HAS_CLOSED, LIVE + gateways, LIVE + GATEWAYS_MAX);
  return memory;
}

const ringOf = (memory: SharedArrayBuffer): Buffer => Buffer.from(memory, HEADER_BYTES, RING_UNITS * UNIT_BYTES);
const wordsOf = (memory: SharedArrayBuffer): Int32Array => new Int32Array(memory, 0, WORDS);
const byteAt = (place: number): number => (place & (RING_UNITS - 1)) * UNIT_BYTES;

/** For the one thread that writes. */
export function writeSharedRecords(memory: SharedArrayBuffer): RecordsWriter {
  const words = wordsOf(memory);
  const ring = ringOf(memory);

  /** Units that a gateway has not read. */
  const behind = (gateway: number): number =>
    Atomics.load(words, LIVE + gateway) === HAS_CLOSED
      ? 0
      : (Atomics.load(words, WRITTEN) - Atomics.load(words, READ + gateway)) | 0;

  const hasRoom = (units: number): boolean => {
    for (let gateway = 0; gateway < GATEWAYS_MAX; gateway++) if (behind(gateway) + units > RING_UNITS) return false;
    return true;
  };

  return {
    write({ record, chain }) {
      const { payload, firstSequence, lastSequence, previousHash } = record;
      if (typeof payload === 'string') return false;
      const units = Math.ceil((HEAD_BYTES + payload.length + chain.length) / UNIT_BYTES);
      if (units > RECORD_UNITS_MAX) return false;
      let place = Atomics.load(words, WRITTEN);
      let at = byteAt(place);
      // In one piece: what does not fit before the end begins at the start.
      const rest = (ring.length - at) / UNIT_BYTES;
      const passed = rest < units ? rest : 0;
      if (!hasRoom(passed + units)) return false;
      if (passed > 0) {
        ring.writeUInt32LE(0, at);
        place = (place + passed) | 0;
        at = 0;
      }
      ring.writeUInt32LE(units, at);
      ring.writeUInt32LE(payload.length, at + PAYLOAD_BYTES_AT);
      ring.writeUInt32LE(chain.length, at + CHAIN_BYTES_AT);
      ring.writeDoubleLE(firstSequence, at + FIRST_AT);
      ring.writeDoubleLE(lastSequence, at + LAST_AT);
      ring.write(previousHash, at + PREVIOUS_AT, 'hex');
      ring.set(payload, at + HEAD_BYTES);
      ring.set(chain, at + HEAD_BYTES + payload.length);
      Atomics.store(words, WRITTEN, (place + units) | 0);
      return true;
    },
    isLive: (gateway) => Atomics.load(words, LIVE + gateway) === IS_LIVE,
    unread: (gateway) => behind(gateway) * UNIT_BYTES,
  };
}

/** For the thread of one gateway, by its number from 0; it reads from the first record on. */
export function readSharedRecords(memory: SharedArrayBuffer, gateway: number): RecordsReader {
  const words = wordsOf(memory);
  const ring = ringOf(memory);
  let isClosed = false;

  function read(at: number): SharedRecord {
    const payloadAt = at + HEAD_BYTES;
    const chainAt = payloadAt + ring.readUInt32LE(at + PAYLOAD_BYTES_AT);
    const chainEnd = chainAt + ring.readUInt32LE(at + CHAIN_BYTES_AT);
    // Copies: entries are asked for their commands later.
    const payload = Buffer.from(ring.subarray(payloadAt, chainAt));
    const chain = Buffer.from(ring.subarray(chainAt, chainEnd));
    const record: JournalRecord = {
      firstSequence: ring.readDoubleLE(at + FIRST_AT),
      lastSequence: ring.readDoubleLE(at + LAST_AT),
      previousHash: ring.toString('hex', at + PREVIOUS_AT, payloadAt),
      hash: chain.toString('hex', chain.length - PREVIOUS_BYTES),
      payload,
    };
    return { record, chain };
  }

  return {
    next(sequence) {
      if (isClosed) return null;
      let place = Atomics.load(words, READ + gateway);
      if (place === Atomics.load(words, WRITTEN)) return null;
      let at = byteAt(place);
      let units = ring.readUInt32LE(at);
      if (units === 0) {
        place = (place + (ring.length - at) / UNIT_BYTES) | 0;
        at = 0;
        units = ring.readUInt32LE(at);
      }
      // One that went as a message is before it.
      if (ring.readDoubleLE(at + FIRST_AT) !== sequence) return null;
      const record = read(at);
      Atomics.store(words, READ + gateway, (place + units) | 0);
      return record;
    },
    setLive(isLive) {
      if (!isClosed) Atomics.store(words, LIVE + gateway, isLive ? IS_LIVE : AT_REST);
    },
    close() {
      isClosed = true;
      Atomics.store(words, LIVE + gateway, HAS_CLOSED);
    },
  };
}

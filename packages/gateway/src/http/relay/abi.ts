/**
 * Strict decoder for the arguments of a contract call: accepts only the layout that encoders produce. Offsets that
 * point elsewhere, non-zero padding, missing or extra words and a boolean of 2 are malformed. So the same calldata
 * cannot mean one thing here and another to a more lenient reader.
 */
import { addressOf, integerOf, WORD_BYTES } from './words.ts';

/** Supported types. `call[]` is `(uint8,address,uint256,bytes)[]`, the form in which a proxy factory takes a batch. */
export type AbiType =
  | ('address' | 'bool' | 'bytes' | 'bytes29' | 'bytes31' | 'bytes32')
  | ('call[]' | 'uint16' | 'uint256' | 'uint256[]');

/** A call inside a batch, not yet interpreted. */
export interface InnerCall {
  /** How the target is entered: 0 and 1 in a multisend, 1 and 2 in a proxy. */
  readonly mode: bigint;
  readonly target: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

interface AbiValues {
  readonly address: string;
  readonly bool: boolean;
  readonly bytes: Uint8Array;
  readonly bytes29: string;
  readonly bytes31: string;
  readonly bytes32: string;
  readonly 'call[]': readonly InnerCall[];
  readonly uint16: bigint;
  readonly uint256: bigint;
  readonly 'uint256[]': readonly bigint[];
}

/** Decoded values of a list of types, in order. */
export type Decoded<Types extends readonly AbiType[]> = { readonly [Index in keyof Types]: AbiValues[Types[Index]] };

/** The bytes are no valid encoding of these types. Never thrown out of this folder. */
export class MalformedCall extends Error {
  override readonly name = 'MalformedCall';
}

const DYNAMIC: ReadonlySet<AbiType> = new Set<AbiType>(['bytes', 'call[]', 'uint256[]']);
/** Bytes of fixed length, which stand at the beginning of their word. */
const BYTES: Readonly<Partial<Record<AbiType, number>>> = { bytes29: 29, bytes31: 31, bytes32: 32 };
const UINT16_MAX = 0xffffn;
/** Words at the beginning of an encoded `InnerCall`: mode, target, value, offset of the data. */
const INNER_CALL_WORDS = 4;

/** Decodes arguments of these types. Throws `MalformedCall`. */
export function decodeArguments<const Types extends readonly AbiType[]>(
  types: Types,
  data: Uint8Array,
): Decoded<Types> {
  const reader = new Reader(data);
  const values = types.map((type, index) => {
    if (!DYNAMIC.has(type)) return readStatic(type, reader.word(index * WORD_BYTES));
    return null;
  });
  reader.at = types.length * WORD_BYTES;
  types.forEach((type, index) => {
    if (!DYNAMIC.has(type)) return;
    expectOffset(reader.word(index * WORD_BYTES), reader.at);
    values[index] = readDynamic(type, reader);
  });
  reader.end();
  return values as unknown as Decoded<Types>;
}

/** Reads bytes from left to right, with access to earlier head words. */
class Reader {
  readonly #data: Uint8Array;
  at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  word(at: number): Uint8Array {
    if (at + WORD_BYTES > this.#data.length) throw new MalformedCall('it is too short');
    return this.#data.subarray(at, at + WORD_BYTES);
  }

  nextWord(): Uint8Array {
    const word = this.word(this.at);
    this.at += WORD_BYTES;
    return word;
  }

  /** Number of following elements of at least `bytes` bytes each. */
  nextCount(bytes: number): number {
    const count = integerOf(this.nextWord());
    if (count * BigInt(bytes) > BigInt(this.#data.length - this.at)) throw new MalformedCall('it is too short');
    return Number(count);
  }

  nextBytes(): Uint8Array {
    const length = this.nextCount(1);
    const padded = Math.ceil(length / WORD_BYTES) * WORD_BYTES;
    if (this.at + padded > this.#data.length) throw new MalformedCall('it is too short');
    const bytes = this.#data.subarray(this.at, this.at + length);
    expectZeros(this.#data.subarray(this.at + length, this.at + padded));
    this.at += padded;
    return bytes;
  }

  end(): void {
    if (this.at !== this.#data.length) throw new MalformedCall('there is something after its end');
  }
}

function readStatic(type: AbiType, word: Uint8Array): AbiValues[AbiType] {
  switch (type) {
    case 'address':
      expectZeros(word.subarray(0, 12));
      return addressOf(word.subarray(12));
    case 'bool': {
      const value = integerOf(word);
      if (value > 1n) throw new MalformedCall('a boolean is neither 0 nor 1');
      return value === 1n;
    }
    case 'bytes29':
    case 'bytes31':
    case 'bytes32':
      expectZeros(word.subarray(BYTES[type]));
      return `0x${Buffer.from(word.subarray(0, BYTES[type])).toString('hex')}`;
    case 'uint16':
      if (integerOf(word) > UINT16_MAX) throw new MalformedCall('a number has more than 16 bits');
      return integerOf(word);
    default:
      return integerOf(word);
  }
}

function readDynamic(type: AbiType, reader: Reader): AbiValues[AbiType] {
  switch (type) {
    case 'bytes':
      return reader.nextBytes();
    case 'call[]':
      return readCalls(reader);
    default:
      return Array.from({ length: reader.nextCount(WORD_BYTES) }, () => integerOf(reader.nextWord()));
  }
}

function readCalls(reader: Reader): InnerCall[] {
  const count = reader.nextCount(WORD_BYTES * (INNER_CALL_WORDS + 2));
  const begin = reader.at;
  const offsets = Array.from({ length: count }, () => reader.nextWord());
  return offsets.map((offset) => {
    expectOffset(offset, reader.at - begin);
    const head = reader.at;
    const [mode, target, value, data] = [0, 1, 2, 3].map(() => reader.nextWord()) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expectOffset(data, reader.at - head);
    expectZeros(target.subarray(0, 12));
    const call = { mode: integerOf(mode), target: addressOf(target.subarray(12)), value: integerOf(value) };
    return { ...call, data: reader.nextBytes() };
  });
}

function expectOffset(word: Uint8Array, at: number): void {
  if (integerOf(word) !== BigInt(at)) throw new MalformedCall('an offset does not point behind what comes before');
}

function expectZeros(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0)) throw new MalformedCall('its padding is not zero');
}

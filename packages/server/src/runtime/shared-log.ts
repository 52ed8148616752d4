/**
 * The memory that gateways in threads of one process tell each other through: a lock, and a ring of messages that every
 * gateway reads to the end before it decides anything. Short of room in the ring, who wants to write waits for those who
 * have not read; each looks from time to time, however idle it is.
 */
import { REPLICA_TOPICS, type ReplicaPart, type Replicas, type ReplicaTopic } from '../ports/replicas.ts';

/** Bytes of the ring, and those that are free whenever a decision begins: more than the messages of one can be. */
const RING_BYTES = 16 * 1024 * 1024;
const FREE_BYTES = 2 * 1024 * 1024;
/** Before the ring: words of 32 bits, then how far all have written and how far each has read, in bytes since the start. */
const LOCK = 0;
const HAS_READ = 1;
const WORDS = 2;
const WRITTEN = 0;
const GATEWAYS_MAX = 64;
const MARKS = 1 + GATEWAYS_MAX;
const HEADER_BYTES = WORDS * 4 + MARKS * 8;

const FREE = 0;
const HELD = 1;
const WANTED = 2;
/** Tries before a thread sleeps for the lock: it is held for microseconds. */
const SPINS = 50;
const LOCK_WAIT_MS = 100;
/** How long a gateway may hold the lock, or leave a full ring unread: after it the venue ends, and starts again whole. */
const STANDSTILL_MS_MAX = 30_000;
const READ_WAIT_MS = 50;
const STANDSTILL = 'a gateway of this venue does not go on';
/** Of a message: one byte says how many numbers there are, how many texts, how long each is. */
const COUNT_MAX = 255;

/** Memory for so many gateways; handed to the thread of each. */
export function createSharedLog(gateways: number): SharedArrayBuffer {
  if (gateways > GATEWAYS_MAX) throw new RangeError(`at most ${GATEWAYS_MAX} gateways count together`);
  const memory = new SharedArrayBuffer(HEADER_BYTES + RING_BYTES);
  // Those that there are not have read everything there will ever be.
  new Float64Array(memory, WORDS * 4, MARKS).fill(Number.POSITIVE_INFINITY, 1 + gateways);
  return memory;
}

export class SharedLog implements Replicas {
  readonly isShared = true;
  readonly #words: Int32Array;
  readonly #marks: Float64Array;
  readonly #ring: Buffer;
  readonly #doubles: Float64Array;
  readonly #self: number;
  readonly #standstillMsMax: number;
  readonly #parts: (ReplicaPart | undefined)[] = REPLICA_TOPICS.map(() => undefined);
  #depth = 0;
  /** Bytes that this decision may still tell. */
  #free = 0;
  /** Messages were taken that parts have not been told the end of. */
  #hasNews = false;
  #afterwards: (() => void)[] = [];
  #later: Parameters<Replicas['tell']>[] = [];

  /** `gateway`: its number among those that share the memory, from 0. Each reads from the very first message. */
  constructor(memory: SharedArrayBuffer, gateway: number, standstillMsMax = STANDSTILL_MS_MAX) {
    this.#words = new Int32Array(memory, 0, WORDS);
    this.#marks = new Float64Array(memory, WORDS * 4, MARKS);
    this.#ring = Buffer.from(memory, HEADER_BYTES, RING_BYTES);
    this.#doubles = new Float64Array(memory, HEADER_BYTES, RING_BYTES / 8);
    this.#self = 1 + gateway;
    this.#standstillMsMax = standstillMsMax;
  }

  join(topic: ReplicaTopic, part: ReplicaPart): void {
    this.#parts[REPLICA_TOPICS.indexOf(topic)] = part;
  }

  enter(): void {
    if (this.#depth > 0) {
      this.#depth++;
      return;
    }
    this.#lock();
    this.#depth++;
    try {
      this.#makeRoom();
      if (this.#later.length > 0) this.#tellLeft();
      if (this.#hasNews) {
        this.#hasNews = false;
        for (const part of this.#parts) part?.caughtUp?.();
      }
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  leave(): void {
    if (--this.#depth > 0) return;
    this.#unlock();
    if (this.#afterwards.length === 0) return;
    const all = this.#afterwards;
    this.#afterwards = [];
    for (const work of all) work();
  }

  /** Reads what there is: no one has to wait for one that decides nothing. */
  look(): void {
    this.enter();
    this.leave();
  }

  /** It reads no more, and no one waits for it. */
  close(): void {
    this.#lock();
    this.#marks[this.#self] = Number.POSITIVE_INFINITY;
    this.#unlock();
  }

  afterwards(work: () => void): void {
    if (this.#depth === 0) work();
    else this.#afterwards.push(work);
  }

  /**
   * Message: its bytes, topic, how many numbers and texts; the numbers; each text behind its length. Throws for what has no
   * place: written all the same, it would make every count of every gateway wrong.
   */
  tell(topic: ReplicaTopic, numbers: readonly number[], texts: readonly string[]): void {
    if (this.#depth === 0) throw new Error('nothing is told while others decide');
    let bytes = 8 + numbers.length * 8;
    let longest = Math.max(numbers.length, texts.length);
    for (const text of texts) {
      bytes += 1 + text.length;
      longest = Math.max(longest, text.length);
    }
    if (longest > COUNT_MAX) throw new RangeError(`a message of ${topic} holds more than ${COUNT_MAX} of something`);
    const size = (bytes + 7) & ~7;
    let written = this.#marks[WRITTEN] as number;
    let at = written % RING_BYTES;
    if (at + size > RING_BYTES) {
      // Nothing fits before the end: the next one is at the start.
      written += RING_BYTES - at;
      at = 0;
    }
    this.#free -= written + size - (this.#marks[WRITTEN] as number);
    if (this.#free < 0) throw new RangeError(`a decision tells more than ${FREE_BYTES} bytes`);
    const end = (this.#marks[WRITTEN] as number) % RING_BYTES;
    if (end !== at) this.#ring.writeUInt32LE(0, end);
    this.#ring.writeUInt32LE(size, at);
    this.#ring[at + 4] = REPLICA_TOPICS.indexOf(topic);
    this.#ring[at + 5] = numbers.length;
    this.#ring[at + 6] = texts.length;
    let place = at / 8 + 1;
    for (const number of numbers) this.#doubles[place++] = number;
    let byte = place * 8;
    for (const text of texts) {
      this.#ring[byte] = text.length;
      this.#ring.write(text, byte + 1, 'latin1');
      byte += 1 + text.length;
    }
    this.#marks[WRITTEN] = written + size;
    // Its own it knows: nothing of others is between, since they are held back.
    this.#marks[this.#self] = written + size;
  }

  tellLater(...message: Parameters<Replicas['tell']>): void {
    this.#later.push(message);
  }

  #tellLeft(): void {
    let told = 0;
    // The rest of a long list goes with the next decisions: this one has something to tell, too.
    while (told < this.#later.length && this.#free > FREE_BYTES / 2) {
      this.tell(...(this.#later[told++] as Parameters<Replicas['tell']>));
    }
    this.#later.splice(0, told);
  }

  #read(): void {
    const written = this.#marks[WRITTEN] as number;
    let read = this.#marks[this.#self] as number;
    if (read === written) return;
    while (read < written) {
      const at = read % RING_BYTES;
      const size = this.#ring.readUInt32LE(at);
      if (size === 0) {
        read += RING_BYTES - at;
        continue;
      }
      this.#take(at);
      read += size;
    }
    this.#marks[this.#self] = read;
    this.#hasNews = true;
    Atomics.add(this.#words, HAS_READ, 1);
    Atomics.notify(this.#words, HAS_READ);
  }

  #take(at: number): void {
    const part = this.#parts[this.#ring[at + 4] as number];
    if (part === undefined) return;
    const numbers: number[] = [];
    const texts: string[] = [];
    let place = at / 8 + 1;
    for (let left = this.#ring[at + 5] as number; left > 0; left--) numbers.push(this.#doubles[place++] as number);
    let byte = place * 8;
    for (let left = this.#ring[at + 6] as number; left > 0; left--) {
      const end = byte + 1 + (this.#ring[byte] as number);
      texts.push(this.#ring.toString('latin1', byte + 1, end));
      byte = end;
    }
    part.take(numbers, texts);
  }

  /** Reads to the end, and waits until others have read enough for all that a decision may tell. */
  #makeRoom(): void {
    this.#read();
    for (let waitedMs = 0; this.#room() < FREE_BYTES; waitedMs += READ_WAIT_MS) {
      if (waitedMs >= this.#standstillMsMax) throw new Error(STANDSTILL);
      const reads = Atomics.load(this.#words, HAS_READ);
      this.#unlock();
      Atomics.wait(this.#words, HAS_READ, reads, READ_WAIT_MS);
      this.#lock();
      this.#read();
    }
    this.#free = FREE_BYTES;
  }

  /** Bytes that everyone has read. */
  #room(): number {
    let read = Number.POSITIVE_INFINITY;
    for (let gateway = 1; gateway < MARKS; gateway++) read = Math.min(read, this.#marks[gateway] as number);
    return RING_BYTES - ((this.#marks[WRITTEN] as number) - read);
  }

  #lock(): void {
    const words = this.#words;
    for (let tries = 0; tries < SPINS; tries++) if (Atomics.compareExchange(words, LOCK, FREE, HELD) === FREE) return;
    // One that ended while it held the lock never gives it back.
    let waits = Math.ceil(this.#standstillMsMax / LOCK_WAIT_MS);
    while (Atomics.exchange(words, LOCK, WANTED) !== FREE) {
      if (Atomics.wait(words, LOCK, WANTED, LOCK_WAIT_MS) === 'timed-out' && --waits <= 0) throw new Error(STANDSTILL);
    }
  }

  #unlock(): void {
    if (Atomics.exchange(this.#words, LOCK, FREE) === WANTED) Atomics.notify(this.#words, LOCK, 1);
  }
}

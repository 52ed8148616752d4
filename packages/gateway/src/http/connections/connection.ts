/**
 * One client connection. It reads no more from its client than may be worked on, takes turns with all other
 * connections, and starts its reads one after another.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { endsWithHead, Inbox } from '../plain/inbox.ts';
import { isPlain, type PlainExchange, type PlainLane } from '../plain/lane.ts';
import { hasBody, isRead, type Peer, Pending, ReadLine, Unread, type Waiting, type WaitingRead } from './fairness.ts';

export interface RequestLimits {
  readonly requestsPerConnectionMax: number;
  /** Maximum number of answers in progress for one address. */
  readonly requestsPerAddressMax: number;
}

export interface ConnectionOptions {
  readonly limits: RequestLimits;
  /** Runs work for a client now, or in its turn. */
  readonly turn: (client: string, work: () => void) => void;
  /** Number of pauses of all connections, in which one is not read from until its answers have been sent. */
  readonly pauses: { count: number };
  /** Handles complete plain requests without the parser; null if there is no plain lane. */
  readonly plain: PlainLane | null;
  /** Clock in monotonic milliseconds. */
  readonly clock: () => number;
  /** Refuses a request that has waited `waitedMs`, if that is too long for its kind. */
  readonly refuseLate: (reply: FastifyReply, waitedMs: number) => void;
}

/** Bytes given to the parser at a time: at most about sixty requests, and usually no more than ten. */
const PIECE_BYTES = 1_024;
/** The same for an address with frequent refusals: a request or two. */
const SMALL_PIECE_BYTES = 128;

type DataListener = (chunk: Buffer) => void;
type EndListener = () => void;

/**
 * The states of a connection. The first in the table that applies is the current one; every change makes the
 * connection check again.
 *
 * | state        | until                                                     | received bytes       | socket is read    |
 * | ------------ | --------------------------------------------------------- | -------------------- | ----------------- |
 * | released     | for ever: another protocol has the socket                 | went with the socket | by its new owner  |
 * | closing      | for ever: the last answer is written                      | are dropped          | yes, for its end  |
 * | finished     | for ever: no further bytes are a request                  | are dropped          | no                |
 * | draining     | the server resumes it: answers wait in the socket         | wait                 | no                |
 * | answering    | a request on the plain lane is answered                   | wait                 | while none arrive |
 * | arriving     | the body has arrived: a body is always let through        | go to the parser     | yes               |
 * | address-full | an answer of its address is complete                      | wait                 | no                |
 * | resting      | its turn among the refused connections of its address     | wait                 | no                |
 * | full         | one of its own answers is sent                            | wait                 | no                |
 * | open         |                                                           | go to the parser     | yes               |
 */
type ConnectionState =
  | ('released' | 'closing' | 'finished' | 'draining' | 'answering' | 'arriving' | 'address-full' | 'resting')
  | ('full' | 'open');

/** True if the parser may be given the bytes received. */
const isFeeding = (state: ConnectionState): boolean => state === 'open' || state === 'arriving';

const BY_SOCKET = new WeakMap<Socket, Connection>();

/** The connection of a socket; undefined before it is admitted. */
export const connectionOf = (socket: Socket): Connection | undefined => BY_SOCKET.get(socket);

/** Registers a request that came through the parser; plain ones were registered where they were read. */
export function beginParsed(request: IncomingMessage, response: ServerResponse): void {
  if (!isPlain(request)) connectionOf(request.socket)?.begin(request, response);
}

export class Connection implements Waiting {
  readonly peer: Peer;
  readonly unread: Unread;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  /** Passes bytes to the server's parser. */
  readonly #parse: DataListener;
  readonly #inbox = new Inbox();
  readonly #reads: ReadLine;
  readonly #unanswered = new Map<IncomingMessage, Pending>();
  /** The most recent request; its body may still be arriving. */
  #latest: IncomingMessage | null = null;
  /** The request on the plain lane, until it is answered. */
  #plain: PlainExchange | null = null;
  /** Arrival time of the first byte of the next request. */
  #firstByteMs: number | null = null;
  /** `now` while the parser is being fed, `queued` while the connection waits for its turn. */
  #feeding: 'none' | 'queued' | 'now' = 'none';
  /** The piece that the parser is being given. */
  #piece: Buffer | null = null;
  /** The request behind which the parser stops, because the bytes after it may have been lost. */
  #stopping: IncomingMessage | null = null;
  /** True if no further bytes are requests: a tunnel, another protocol, or bytes that could not be parsed. */
  #isFinished = false;
  /** Work that takes over or ends the connection; runs once all outstanding answers are sent. */
  #last: (() => void) | null = null;
  /** Listeners that tell the server about the end of input, once, after all bytes received have been processed. */
  #tellEnd: readonly EndListener[] | null = null;
  #isReleased = false;

  /**
   * Expects a socket that already has its parser. `tellEnd` are the listeners through which the server learns of the
   * socket's end.
   */
  constructor(socket: Socket, peer: Peer, options: ConnectionOptions, tellEnd: readonly EndListener[]) {
    this.#options = options;
    this.#socket = socket;
    this.peer = peer;
    this.unread = new Unread(socket);
    this.#reads = new ReadLine({
      connection: this,
      peer,
      isAsked: (request) => this.#unanswered.has(request),
      begin: (request) => this.#unanswered.get(request)?.start(),
      pauses: options.pauses,
    });
    this.#parse = socket.listeners('data')[0] as DataListener;
    socket.off('data', this.#parse);
    socket.on('data', this.#take);
    // A paused socket still emits `end` once its buffer is empty.
    for (const listener of tellEnd) socket.off('end', listener);
    socket.once('end', () => {
      this.#tellEnd = tellEnd;
      this.#feed();
    });
    // The server resumes a connection when its answers have drained.
    socket.on('resume', this.#feed);
    // Reconnecting does not reset the refusal count.
    if (!peer.isTrusted && peer.refusals.isOver) peer.refusals.rest(this);
    BY_SOCKET.set(socket, this);
    this.#updateReading();
  }

  get #state(): ConnectionState {
    const socket = this.#socket;
    const { isTrusted, underWay, refusals } = this.peer;
    const { requestsPerAddressMax, requestsPerConnectionMax } = this.#options.limits;
    if (this.#isReleased) return 'released';
    if (socket.destroyed || socket.writableEnded) return 'closing';
    if (this.#isFinished || this.#stopping?.complete === true) return 'finished';
    // The server has paused parser and socket until answers have drained, and resumes both by itself.
    if ('_paused' in socket && socket._paused === true) return 'draining';
    if (this.#plain !== null) return 'answering';
    if (this.#isArriving) return 'arriving';
    if (!isTrusted && underWay >= requestsPerAddressMax) return 'address-full';
    if (refusals.isResting(this)) return 'resting';
    // An address with frequent refusals gets one request at a time.
    const most = refusals.isNear ? 1 : requestsPerConnectionMax;
    return this.#unanswered.size < most ? 'open' : 'full';
  }

  /** True if a request body is still arriving. */
  get #isArriving(): boolean {
    return this.#latest !== null && !this.#latest.complete;
  }

  readonly #take = (chunk: Buffer): void => {
    // No bytes are accepted after an answer that ends the connection.
    if (this.#isFinished || this.#socket.writableEnded) return;
    if (!this.#isArriving) this.#firstByteMs ??= this.#options.clock();
    this.#inbox.add(chunk);
    this.#feed();
  };

  /**
   * Feeds the parser as far as the state allows, one piece per turn of the client, since every request in a piece costs
   * time.
   */
  readonly #feed = (): void => {
    if (this.#feeding === 'now' || this.#isReleased) return;
    // Reading a body resumes the socket by itself, even while bytes still wait here.
    if (this.#feeding === 'none' && !this.#inbox.isEmpty && isFeeding(this.#state)) {
      this.#feeding = 'queued';
      this.#options.turn(this.peer.name, this.#feedPiece);
    }
    this.#updateReading();
  };

  readonly #feedPiece = (): void => {
    const state = this.#state;
    this.#feeding = 'now';
    if (!this.#inbox.isEmpty && isFeeding(state) && !this.#takePlain()) this.#parsePiece(state);
    this.#feeding = 'none';
    this.#feed();
  };

  #parsePiece(state: ConnectionState): void {
    const isSmall = state === 'open' && this.peer.refusals.isNear;
    // Kept while the parser runs: an upgrade takes the rest of the piece along.
    this.#piece = this.#inbox.takePiece(isSmall ? SMALL_PIECE_BYTES : PIECE_BYTES);
    this.#parse(this.#piece);
    this.#piece = null;
  }

  /**
   * Handles the request outside the parser if it is plain and all that has arrived. The first request of a connection
   * always goes to the parser, which watches over idle connections. So does everything after a request whose end cannot
   * be determined.
   */
  #takePlain(): boolean {
    const { plain } = this.#options;
    const head = plain === null ? null : this.#inbox.readWhole(plain.read);
    const isFirst = this.#latest === null;
    if (plain === null || head === null || isFirst || this.#unanswered.size > 0) return false;
    if (this.peer.refusals.isNear || !plain.takes(head)) return false;
    const exchange = plain.begin(head, this.#inbox.takeAll().subarray(head.headBytes), this.#socket, {
      completed: () => begun.completed(),
      ended: () => {
        this.#plain = null;
        this.#answered(exchange.request, begun);
      },
    });
    this.#plain = exchange;
    const begun = this.#register(exchange.request, exchange.response);
    if (!isRead(exchange.request)) begun.start();
    plain.serve(exchange);
    return true;
  }

  /** Pauses or resumes the socket, and reports the client's end of input only after everything it sent. */
  #updateReading(): void {
    const state = this.#state;
    const socket = this.#socket;
    if (state === 'released' || socket.destroyed) return;
    if (state === 'address-full') this.peer.waiting.add(this);
    else this.peer.waiting.delete(this);
    if (state === 'closing') this.#inbox.takeAll();
    // Told to the server while answers are owed, the end would make the last of them the last words on the connection.
    if (this.#tellEnd !== null && this.#inbox.isEmpty && this.#plain === null && !this.#isFinished) {
      const listeners = this.#tellEnd;
      this.#tellEnd = null;
      for (const listener of listeners) listener.call(socket);
    }
    // A disconnect only shows while the socket is read from, so a connection stays readable while a plain request is
    // answered.
    const goesOn = isFeeding(state) || state === 'closing' || (state === 'answering' && this.#inbox.isEmpty);
    const isRead = goesOn && this.#feeding !== 'queued';
    if (isRead !== socket.isPaused()) return;
    if (isRead) socket.resume();
    else {
      socket.pause();
      if (!goesOn) this.#options.pauses.count++;
    }
  }

  /** Continues after a wait: there may be room now. */
  goOn(): void {
    this.#reads.goOn();
    this.#feed();
  }

  /** Registers a request that came through the parser. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const begun = this.#register(request, response);
    // A request occupies no slot of its address while its body is slow to arrive.
    if (!isRead(request) && hasBody(request)) request.once('end', () => begun.start());
    else if (!isRead(request)) begun.start();
    // An answer that its client still has to read occupies no slot either. Each event fires once.
    response.on('prefinish', () => begun.completed());
    response.on('close', () => this.#answered(request, begun));
  }

  /** Registers a request, without a slot yet: a read occupies none while it queues behind other reads of its connection. */
  #register(request: IncomingMessage, response: ServerResponse): Pending {
    const { limits, clock } = this.#options;
    const begun = new Pending(response, this.peer, limits.requestsPerAddressMax, this.#firstByteMs ?? clock());
    this.#firstByteMs = null;
    this.#latest = request;
    const piece = this.#piece;
    const isAlone = piece === null || (!hasBody(request) && endsWithHead(piece));
    // If the server does not upgrade, it drops the rest of the piece.
    if (request.headers.upgrade !== undefined && !isAlone) {
      this.#stopping = request;
      response.shouldKeepAlive = false;
    }
    this.#unanswered.set(request, begun);
    return begun;
  }

  /** Handles an answer that has left for the client: there is room for the next request. */
  #answered(request: IncomingMessage, begun: Pending): void {
    this.#unanswered.delete(request);
    begun.completed();
    this.#reads.answered(request);
    this.#runLast();
    this.#feed();
  }

  /** Names the reply that a request waits for; null: it may wait for ever. `isNew`: counts its wait from now. */
  expectAnswer(request: IncomingMessage, reply: FastifyReply | null, isNew = false): void {
    const begun = this.#unanswered.get(request);
    if (begun === undefined) return;
    begun.reply = reply;
    if (isNew) begun.sinceMs = this.#options.clock();
  }

  /** Records that the answer to a request is complete and leaves in pieces; `left` returns the bytes still to send. */
  sends(request: IncomingMessage, left: () => number): void {
    this.unread.sends(left);
    this.#unanswered.get(request)?.completed();
  }

  enterRead(read: WaitingRead): void {
    // An upgrade runs after all answers and owes none itself.
    if (this.#isReleased) read.work();
    else this.#reads.enter(read);
  }

  /** Counts a refusal of one of its requests for a cap. */
  refused(): void {
    const { isTrusted, refusals } = this.peer;
    if (isTrusted) return;
    refusals.count();
    if (!refusals.isOver || this.#isReleased) return;
    refusals.rest(this);
    this.#updateReading();
  }

  /**
   * Refuses requests that have waited too long for an answer, unless their client still has unread bytes of another
   * answer.
   */
  refuseLate(now: number): void {
    if (this.unreadBytes > 0) return;
    for (const [request, { reply, hasAnswer, sinceMs }] of this.#unanswered) {
      // A body that is still arriving has its own time limit.
      if (reply !== null && !hasAnswer && request.complete) this.#options.refuseLate(reply, now - sinceMs);
    }
  }

  /** One promise for each unanswered request; resolves when its answer has been sent or its connection has closed. */
  answers(): Promise<void>[] {
    return [...this.#unanswered.values()].map(({ closed }) => closed);
  }

  /** Runs `work` once all complete requests are answered; never runs it if one of the answers ends the connection. */
  afterAnswers(work: () => void): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#inbox.takeAll();
    if (!this.#owesAnswer) return work();
    this.#last = work;
    const socket = this.#socket;
    // The server has released the socket, but answers that leave in pieces wait for its `drain` event.
    if (socket.listenerCount('drain') === 0) socket.on('drain', () => answerOn(socket)?.emit('drain'));
  }

  #runLast(): void {
    const last = this.#last;
    if (last === null || this.#owesAnswer) return;
    this.#last = null;
    if (!this.#socket.writableEnded && !this.#socket.destroyed) last();
  }

  /** True if a completely received request is not answered yet. */
  get #owesAnswer(): boolean {
    for (const request of this.#unanswered.keys()) if (request.complete) return true;
    return false;
  }

  /** Closes the connection, unless an answer is in progress. */
  cutOff(): void {
    if (this.#isReleased) return;
    for (const [request, { hasAnswer }] of this.#unanswered) if (request.complete && !hasAnswer) return;
    this.#socket.destroy();
  }

  /**
   * Releases the socket, which is closed or taken over by another protocol. Returns bytes not yet given to the parser.
   */
  release(): Buffer {
    this.#isReleased = true;
    this.#plain?.gone();
    this.peer.leave(this);
    this.#socket.off('data', this.#take);
    this.#socket.off('resume', this.#feed);
    return this.#inbox.takeAll();
  }

  get unreadBytes(): number {
    return this.#isReleased ? 0 : this.unread.bytes;
  }

  /** True if unread bytes are waiting and the client has read none since the last check. */
  isStuck(now: number): boolean {
    return this.unread.look(now) && !this.#isReleased;
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }
}

/** The answer that owns the socket now. */
function answerOn(socket: Socket): ServerResponse | null {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

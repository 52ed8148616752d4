/**
 * One connection: reads from its client no more than may be worked on, in turn with all others, and begins one read of it
 * after another. Its states are those of `state.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { PlainLane } from '../plain/lane.ts';
import type { PlainExchange } from '../plain/message.ts';
import { Begun } from './begun.ts';
import { endsWithHead, Inbox } from './inbox.ts';
import { hasBody, isHeldByServer, isRead, messageOf } from './messages.ts';
import type { Peer } from './peer.ts';
import { ReadLine, type WaitingRead } from './read-line.ts';
import type { Waiting } from './refusals.ts';
import { type ConnectionState, isFeeding } from './state.ts';
import { Unread } from './unread.ts';

export interface ConnectionOptions {
  /** Requests of one connection that are not answered yet. */
  readonly requestsPerConnectionMax: number;
  /** Answers of one address that are being made. */
  readonly requestsPerAddressMax: number;
  /** Runs work for a client now, or in its turn. */
  readonly turn: (client: string, work: () => void) => void;
  /** It is not read from until its answers have gone. */
  readonly countHeld: () => void;
  /** Takes requests that arrived whole and in plain form past the parser; null: none. */
  readonly plain: PlainLane | null;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Answers a request that has waited for so long, if that is too long for it. */
  readonly refuseLate: (reply: FastifyReply, waitedMs: number) => void;
}

/** Bytes given to the parser at a time: no more than some sixty requests, and usually no more than ten. */
const PIECE_BYTES = 1_024;
/** The same for an address that is refused often: a request or two. */
const SMALL_PIECE_BYTES = 128;

type DataListener = (chunk: Buffer) => void;
type EndListener = () => void;

export class Connection implements Waiting {
  readonly peer: Peer;
  readonly unread: Unread;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  /** Gives bytes to the server's parser. */
  readonly #parse: DataListener;
  readonly #inbox = new Inbox();
  readonly #reads: ReadLine;
  readonly #unanswered = new Map<IncomingMessage, Begun>();
  /** The request that came last; its body may still be arriving. */
  #latest: IncomingMessage | null = null;
  /** The request past the parser, until it is answered. */
  #plain: PlainExchange | null = null;
  /** When the first byte of the next request came. */
  #firstByteMs: number | null = null;
  /** Whether the parser is given something, or its turn to be will come. */
  #feeding: 'none' | 'queued' | 'now' = 'none';
  /** What the parser is being given. */
  #piece: Buffer | null = null;
  /** The request behind which the parser stops: bytes there may have been lost. */
  #stopping: IncomingMessage | null = null;
  /** Nothing that still comes is a request: a tunnel, another protocol, or bytes that could not be read. */
  #isFinished = false;
  /** What ends it, behind the answers that it still owes. */
  #last: (() => void) | null = null;
  /** Tells the server that nothing more will come, once; not before it has had what came. */
  #tellEnd: readonly EndListener[] | null = null;
  #isReleased = false;

  /** The socket has its parser already; `tellEnd` are the listeners by which the server hears of its end. */
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
      countHeld: options.countHeld,
    });
    this.#parse = socket.listeners('data')[0] as DataListener;
    socket.off('data', this.#parse);
    socket.on('data', this.#take);
    // A socket that is paused ends all the same once nothing is buffered in it.
    for (const listener of tellEnd) socket.off('end', listener);
    socket.once('end', () => {
      this.#tellEnd = tellEnd;
      this.#feed();
    });
    // The server lets a connection go on when its answers have drained.
    socket.on('resume', this.#feed);
    // What asks once and comes again on another connection is no better than what asks on.
    if (!peer.isTrusted && peer.refusals.isOver) peer.refusals.rest(this);
    this.#settle();
  }

  get #state(): ConnectionState {
    const socket = this.#socket;
    const { isTrusted, underWay, refusals } = this.peer;
    const { requestsPerAddressMax, requestsPerConnectionMax } = this.#options;
    if (this.#isReleased) return 'released';
    if (socket.destroyed || socket.writableEnded) return 'closing';
    if (this.#isFinished || this.#stopping?.complete === true) return 'finished';
    if (isHeldByServer(socket)) return 'draining';
    if (this.#plain !== null) return 'answering';
    if (this.#isArriving) return 'arriving';
    if (!isTrusted && underWay >= requestsPerAddressMax) return 'address-full';
    if (refusals.isResting(this)) return 'resting';
    // Of an address that is refused often one at a time.
    const most = refusals.isNear ? 1 : requestsPerConnectionMax;
    return this.#unanswered.size < most ? 'open' : 'full';
  }

  /** Whether a body is still to come. */
  get #isArriving(): boolean {
    return this.#latest !== null && !this.#latest.complete;
  }

  readonly #take = (chunk: Buffer): void => {
    // Nothing follows an answer that ends the connection.
    if (this.#isFinished || this.#socket.writableEnded) return;
    if (!this.#isArriving) this.#firstByteMs ??= this.#options.clock();
    this.#inbox.add(chunk);
    this.#feed();
  };

  /** Has the parser given what it may have, a piece in each turn of its client: every request in it costs something. */
  readonly #feed = (): void => {
    if (this.#feeding === 'now' || this.#isReleased) return;
    // A body that is read resumes the socket by itself, whatever still waits here.
    if (this.#feeding === 'none' && !this.#inbox.isEmpty && isFeeding(this.#state)) {
      this.#feeding = 'queued';
      this.#options.turn(this.peer.name, this.#feedPiece);
    }
    this.#settle();
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
    // An upgrade takes the rest along.
    this.#piece = this.#inbox.takePiece(isSmall ? SMALL_PIECE_BYTES : PIECE_BYTES);
    this.#parse(this.#piece);
    this.#piece = null;
  }

  /**
   * Takes a request that is all that has arrived, and plain. The first of a connection goes to the parser, which watches
   * over connections that ask nothing; so does all that follows a request whose end cannot be told.
   */
  #takePlain(): boolean {
    const { plain } = this.#options;
    const head = plain === null ? null : this.#inbox.readWhole(plain);
    const isFirst = this.#latest === null;
    if (plain === null || head === null || isFirst || this.#unanswered.size > 0) return false;
    if (this.peer.refusals.isNear || !plain.takes(head)) return false;
    const exchange = plain.begin(head, this.#inbox.takeAll().subarray(head.headBytes), this.#socket, {
      made: () => begun.made(),
      ended: () => {
        this.#plain = null;
        this.#answered(exchange.request, begun);
      },
    });
    this.#plain = exchange;
    const begun = this.#beginning(exchange.request, exchange.response);
    if (!isRead(exchange.request)) begun.start();
    plain.serve(exchange);
    return true;
  }

  /** Reads from the socket or not: its end, too, is to come behind all that it sent. */
  #settle(): void {
    const state = this.#state;
    const socket = this.#socket;
    if (state === 'released' || socket.destroyed) return;
    if (state === 'address-full') this.peer.waiting.add(this);
    else this.peer.waiting.delete(this);
    if (state === 'closing') this.#inbox.takeAll();
    if (this.#tellEnd !== null && this.#inbox.isEmpty && this.#plain === null) {
      const listeners = this.#tellEnd;
      this.#tellEnd = null;
      for (const listener of listeners) listener.call(socket);
    }
    // That a client leaves shows only where it is read from, as what it sends behind a plain request.
    const goesOn = isFeeding(state) || state === 'closing' || (state === 'answering' && this.#inbox.isEmpty);
    const isRead = goesOn && this.#feeding !== 'queued';
    if (isRead !== socket.isPaused()) return;
    if (isRead) socket.resume();
    else {
      socket.pause();
      if (!goesOn) this.#options.countHeld();
    }
  }

  /** What it has waited for may be there. */
  goOn(): void {
    this.#reads.goOn();
    this.#feed();
  }

  /** A request that came through the parser. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const begun = this.#beginning(request, response);
    // A body that is slow to come takes up no one's place.
    if (!isRead(request) && hasBody(request)) request.once('end', () => begun.start());
    else if (!isRead(request)) begun.start();
    // What waits to be read takes up no one's place either. Each comes once.
    response.on('prefinish', () => begun.made());
    response.on('close', () => this.#answered(request, begun));
  }

  /** Nor does a read behind others on its connection. */
  #beginning(request: IncomingMessage, response: ServerResponse): Begun {
    const { requestsPerAddressMax, clock } = this.#options;
    const begun = new Begun(response, this.peer, requestsPerAddressMax, this.#firstByteMs ?? clock());
    this.#firstByteMs = null;
    this.#latest = request;
    const piece = this.#piece;
    const isAlone = piece === null || (!hasBody(request) && endsWithHead(piece));
    // The server drops what else the piece has where it upgrades nothing.
    if (request.headers.upgrade !== undefined && !isAlone) {
      this.#stopping = request;
      response.shouldKeepAlive = false;
    }
    this.#unanswered.set(request, begun);
    return begun;
  }

  /** The answer has gone to the client: there is room for the next one. */
  #answered(request: IncomingMessage, begun: Begun): void {
    this.#unanswered.delete(request);
    begun.made();
    this.#reads.answered(request);
    this.#runLast();
    this.#feed();
  }

  /** What will answer a request on it. */
  owes(request: IncomingMessage, reply: FastifyReply): void {
    const begun = this.#unanswered.get(request);
    if (begun !== undefined) begun.reply = reply;
  }

  /** The answer to a request is made and leaves in pieces; `left` says how many bytes are still to go. */
  sends(request: IncomingMessage, left: () => number): void {
    this.unread.sends(left);
    this.#unanswered.get(request)?.made();
  }

  enterRead(read: WaitingRead): void {
    // An upgrade has come behind all answers, and owes none itself.
    if (this.#isReleased) read.work();
    else this.#reads.enter(read);
  }

  /** A request on it was refused for its cap. */
  refused(): void {
    const { isTrusted, refusals } = this.peer;
    if (isTrusted) return;
    refusals.count();
    if (!refusals.isOver || this.#isReleased) return;
    refusals.rest(this);
    this.#settle();
  }

  /** Refuses requests that have waited too long for an answer, unless their client has yet to read another one. */
  refuseLate(now: number): void {
    if (this.unreadBytes > 0) return;
    for (const [request, { reply, hasAnswer, sinceMs }] of this.#unanswered) {
      // A body that is still on its way has a limit of its own.
      if (reply !== null && !hasAnswer && request.complete) this.#options.refuseLate(reply, now - sinceMs);
    }
  }

  /** Runs `work` once all requests that have arrived are answered; never, if one of the answers ends the connection. */
  afterAnswers(work: () => void): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#inbox.takeAll();
    if (!this.#owesAnswer) return work();
    this.#last = work;
    const socket = this.#socket;
    // The server has let go of it: answers that leave in pieces wait for this.
    if (socket.listenerCount('drain') === 0) socket.on('drain', () => messageOf(socket)?.emit('drain'));
  }

  #runLast(): void {
    const last = this.#last;
    if (last === null || this.#owesAnswer) return;
    this.#last = null;
    if (!this.#socket.writableEnded && !this.#socket.destroyed) last();
  }

  /** Whether a request that has arrived whole is not answered yet. */
  get #owesAnswer(): boolean {
    for (const request of this.#unanswered.keys()) if (request.complete) return true;
    return false;
  }

  /** Ends it, unless an answer is being made. */
  cutOff(): void {
    if (this.#isReleased) return;
    for (const [request, { hasAnswer }] of this.#unanswered) if (request.complete && !hasAnswer) return;
    this.#socket.destroy();
  }

  /** Another protocol, or nothing any more, has the socket; answers what the parser was not given. */
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

  /** Whether something waits of which nothing has been read since it was last looked at. */
  isStuck(now: number): boolean {
    return this.unread.look(now) && !this.#isReleased;
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }
}

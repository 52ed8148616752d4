/**
 * One connection: reads from its client no more than may be worked on, in turn with all others, and begins one read of it
 * after another.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { PlainLane } from '../plain/lane.ts';
import type { PlainExchange } from '../plain/message.ts';
import { Begun } from './begun.ts';
import { hasBody, isHeldByServer, isRead, messageOf } from './messages.ts';
import type { Peer, Waiting } from './peer.ts';

/** A read that has not begun. */
export interface WaitingRead {
  readonly request: IncomingMessage;
  /** Begins it. */
  readonly work: () => void;
  /** Its answer may be large. */
  readonly isDear: boolean;
}

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
const HEAD_END = '\r\n\r\n';

type DataListener = (chunk: Buffer) => void;
type EndListener = () => void;

export class Connection implements Waiting {
  readonly #socket: Socket;
  readonly peer: Peer;
  /** Since when nothing of what waits has been read, by the monotonic clock. */
  stuckSince = 0;
  readonly #options: ConnectionOptions;
  /** Gives bytes to the server's parser. */
  readonly #parse: DataListener;
  /** What has arrived and the parser has not been given. */
  #rest: Buffer | null = null;
  /** When the first byte of the next request came. */
  #firstByteMs: number | null = null;
  /** Tells the server that nothing more will come; not before it has had what came. */
  readonly #tellEnd: readonly EndListener[];
  #hasEnded = false;
  #isFeeding = false;
  /** Its turn to give the parser a piece will come. */
  #isQueued = false;
  #isReleased = false;
  readonly #unanswered = new Map<IncomingMessage, Begun>();
  /** The request that may still be arriving. */
  #latest: IncomingMessage | null = null;
  /** What the parser is being given. */
  #piece: Buffer | null = null;
  /** The request after which nothing is read: bytes behind it may have been lost. */
  #ending: IncomingMessage | null = null;
  /** Bytes that the parser lacks until a request of it ends; null once that cannot be told any more. */
  #owed: number | null = 0;
  /** The request that did not go through the parser, until it is answered. */
  #plain: PlainExchange | null = null;
  #sentBefore = 0;
  /** The read whose answer has not gone to the client yet, and those behind it. */
  #read: IncomingMessage | null = null;
  /** Bytes of an answer that leaves in pieces, and that the socket has not been given. */
  #bytesLeft = (): number => 0;
  readonly #reads: WaitingRead[] = [];
  /** Nothing that still comes is a request: a tunnel, another protocol, or bytes that could not be read. */
  #hasLast = false;
  /** What ends it, behind the answers that it still owes. */
  #last: (() => void) | null = null;

  /** The socket has its parser already; `tellEnd` are the listeners by which the server hears of its end. */
  constructor(socket: Socket, peer: Peer, options: ConnectionOptions, tellEnd: readonly EndListener[]) {
    this.#options = options;
    this.#socket = socket;
    this.peer = peer;
    this.#parse = socket.listeners('data')[0] as DataListener;
    socket.off('data', this.#parse);
    socket.on('data', this.#take);
    // A socket that is paused ends all the same once nothing is buffered in it.
    this.#tellEnd = tellEnd;
    for (const listener of tellEnd) socket.off('end', listener);
    socket.on('end', this.#end);
    // The server lets a connection go on when its answers have drained.
    socket.on('resume', this.#feed);
    // What asks once and comes again on another connection is no better than what asks on.
    if (!peer.isTrusted && peer.refusals.isOver) peer.refusals.rest(this);
    this.#settle();
  }

  /** What it has waited for may be there. */
  goOn(): void {
    if (this.#read === null) this.#nextRead();
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
    // Behind it the parser stops, and the server drops what else the piece has where it upgrades nothing.
    if (request.headers.upgrade !== undefined && !this.#isAlone(request)) {
      this.#ending = request;
      response.shouldKeepAlive = false;
    }
    this.#unanswered.set(request, begun);
    return begun;
  }

  /** Ends it, unless an answer is being made. */
  cutOff(): void {
    if (this.#isReleased) return;
    for (const [request, { hasAnswer }] of this.#unanswered) if (request.complete && !hasAnswer) return;
    this.#socket.destroy();
  }

  /** What will answer a request on it. */
  owes(request: IncomingMessage, reply: FastifyReply): void {
    const begun = this.#unanswered.get(request);
    if (begun !== undefined) begun.reply = reply;
  }

  /** Refuses requests that have waited too long for an answer, unless their client has yet to read another one. */
  refuseLate(now: number): void {
    if (this.unreadBytes > 0) return;
    for (const [request, { reply, hasAnswer, sinceMs }] of this.#unanswered) {
      // A body that is still on its way has a limit of its own.
      if (reply !== null && !hasAnswer && request.complete) this.#options.refuseLate(reply, now - sinceMs);
    }
  }

  /** The answer has gone to the client: there is room for the next one. */
  #answered(request: IncomingMessage, begun: Begun): void {
    this.#unanswered.delete(request);
    begun.made();
    if (request === this.#read) this.#nextRead();
    this.#runLast();
    this.#feed();
  }

  /** Whether the piece that the parser has was no more than the rest of a request's head. */
  #isAlone(request: IncomingMessage): boolean {
    const piece = this.#piece;
    return piece === null || (!hasBody(request) && piece.indexOf(HEAD_END) === piece.length - HEAD_END.length);
  }

  /** Runs `work` once all requests that have arrived are answered; never, if one of the answers ends the connection. */
  afterAnswers(work: () => void): void {
    if (this.#hasLast) return;
    this.#hasLast = true;
    this.#rest = null;
    if (this.#owesAnswer) {
      this.#last = work;
      const socket = this.#socket;
      // The server has let go of it: answers that leave in pieces wait for this.
      if (socket.listenerCount('drain') === 0) socket.on('drain', () => messageOf(socket)?.emit('drain'));
    } else work();
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

  /** The answer to a request is made and leaves in pieces; `left` says how many bytes are still to go. */
  sends(request: IncomingMessage, left: () => number): void {
    this.#bytesLeft = left;
    this.#unanswered.get(request)?.made();
  }

  /** One read after another: an answer that is not read keeps the next from being made. */
  enterRead(read: WaitingRead): void {
    // An upgrade has come behind all answers, and owes none itself.
    if (this.#isReleased) return read.work();
    this.#reads.push(read);
    if (this.#read === null) this.#nextRead();
  }

  #nextRead(): void {
    const { peer } = this;
    this.#read = null;
    // Some were refused while they waited.
    while (this.#reads[0] !== undefined && !this.#unanswered.has(this.#reads[0].request)) this.#reads.shift();
    const [next] = this.#reads;
    if (next === undefined) return;
    // Its address leaves too much unread as it is.
    if (next.isDear && peer.isUnreadFull && !peer.isTrusted) {
      peer.unreading.add(this);
      return this.#options.countHeld();
    }
    this.#reads.shift();
    this.#read = next.request;
    this.#unanswered.get(next.request)?.start();
    next.work();
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

  release(): Buffer {
    const rest = this.#rest ?? Buffer.alloc(0);
    this.#isReleased = true;
    this.#rest = null;
    this.#plain?.gone();
    this.peer.waiting.delete(this);
    this.peer.unreading.delete(this);
    this.peer.refusals.leave(this);
    this.#socket.off('data', this.#take);
    this.#socket.off('end', this.#end);
    this.#socket.off('resume', this.#feed);
    return rest;
  }

  get unreadBytes(): number {
    return this.#isReleased ? 0 : this.#socket.writableLength + this.#bytesLeft();
  }

  /** Whether something waits of which nothing has been read since it was last looked at. */
  look(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // Counted when it is handed to the socket, so what still waits there is taken off.
    const sent = bytesWritten - writableLength;
    if (!this.#isReleased && writableLength > 0 && sent === this.#sentBefore) return true;
    this.#sentBefore = sent;
    this.stuckSince = now;
    return false;
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  readonly #take = (chunk: Buffer): void => {
    // Nothing follows an answer that ends the connection.
    if (this.#hasLast || this.#socket.writableEnded) return;
    if (!this.#isArriving) this.#firstByteMs ??= this.#options.clock();
    this.#rest = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feed();
  };

  readonly #end = (): void => {
    this.#hasEnded = true;
    this.#feed();
  };

  /** Has the parser given what it may have, a piece in each turn of its client: every request in it costs something. */
  readonly #feed = (): void => {
    if (this.#isFeeding || this.#isReleased) return;
    // A body that is read resumes the socket by itself, whatever still waits here.
    if (!this.#isQueued && this.#rest !== null && this.#mayGoOn()) {
      this.#isQueued = true;
      this.#options.turn(this.peer.name, this.#feedPiece);
    }
    this.#settle();
  };

  readonly #feedPiece = (): void => {
    this.#isQueued = false;
    if (this.#rest !== null && this.#mayGoOn()) {
      this.#isFeeding = true;
      if (!this.#takePlain(this.#rest)) this.#parsePiece(this.#rest);
      this.#isFeeding = false;
    }
    this.#feed();
  };

  #parsePiece(rest: Buffer): void {
    const most = this.#isArriving || !this.peer.refusals.isNear ? PIECE_BYTES : SMALL_PIECE_BYTES;
    const piece = rest.subarray(0, most);
    this.#rest = piece.length < rest.length ? rest.subarray(most) : null;
    if (this.#owed !== null) this.#owed = piece.length <= this.#owed ? this.#owed - piece.length : null;
    // An upgrade takes the rest along.
    this.#piece = piece;
    this.#parse(piece);
    this.#piece = null;
  }

  /**
   * Takes a request that is all that has arrived, and plain. The first of a connection goes to the parser, which watches
   * over connections that ask nothing; so does all that follows a request whose end cannot be told.
   */
  #takePlain(rest: Buffer): boolean {
    const { plain } = this.#options;
    if (plain === null || this.#owed !== 0) return false;
    const head = plain.read(rest);
    this.#owed = head === null ? null : head.headBytes + head.bodyBytes;
    const isFirst = this.#latest === null;
    if (head === null || isFirst || this.#owed !== rest.length) return false;
    if (this.#unanswered.size > 0 || this.peer.refusals.isNear || !plain.takes(head)) return false;
    this.#owed = 0;
    this.#rest = null;
    const exchange = plain.begin(head, rest.subarray(head.headBytes), this.#socket, {
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
    if (this.#isReleased || this.#socket.destroyed) return;
    if (this.#socket.writableEnded) {
      this.#rest = null;
      this.#socket.resume();
    }
    if (this.#hasEnded && this.#rest === null && this.#plain === null) {
      this.#hasEnded = false;
      for (const listener of this.#tellEnd) listener.call(this.#socket);
    }
    if (this.#socket.writableEnded) return;
    // That a client leaves shows only where it is read from, as what it sends behind a plain request.
    const mayGoOn = (this.#plain !== null && this.#rest === null) || this.#mayGoOn();
    const mayRead = mayGoOn && !this.#isQueued;
    if (mayRead !== this.#socket.isPaused()) return;
    if (mayRead) this.#socket.resume();
    else {
      this.#socket.pause();
      if (!mayGoOn) this.#options.countHeld();
    }
  }

  /** Whether the parser may be given more. What a request lacks of its body always comes through. */
  #mayGoOn(): boolean {
    const socket = this.#socket;
    if (this.#isReleased || this.#hasLast || socket.destroyed || socket.writableEnded) return false;
    if (isHeldByServer(socket) || this.#ending?.complete === true) return false;
    // The parser does not know of its answer, which comes first.
    if (this.#plain !== null) return false;
    const peer = this.peer;
    const isArriving = this.#isArriving;
    const isPeerFull = !peer.isTrusted && peer.underWay >= this.#options.requestsPerAddressMax;
    if (isPeerFull && !isArriving) peer.waiting.add(this);
    else peer.waiting.delete(this);
    if (isArriving) return true;
    const most = peer.refusals.isNear ? 1 : this.#options.requestsPerConnectionMax;
    return !isPeerFull && !peer.refusals.isResting(this) && this.#unanswered.size < most;
  }

  /** Whether a body is still to come. */
  get #isArriving(): boolean {
    return this.#latest !== null && !this.#latest.complete;
  }
}

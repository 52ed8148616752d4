/**
 * What a gateway of a node that follows asks of the node that leads before a request with effect goes on: whether the caps have
 * room for it, and whether its signature is unused. Both are counted once for the whole venue, at the gateways of the leader.
 */

/** For whom a request counts: of what kind a client is, and by what name the table of each limiter finds it again. */
export interface ClientName {
  readonly kind: 'account' | 'address' | 'network';
  readonly name: string;
  /** Those that it is one of many of, and those that share a count with it when the table is full. */
  readonly crowd: string | null;
  readonly kin: string;
}

/** Whether a request may pass, and be counted. */
export interface CapsQuestion {
  readonly kind: 'caps';
  readonly clients: readonly ClientName[];
  /** Names of rows of the table. */
  readonly rows: readonly string[];
  /** Cancels and heartbeats go first. */
  readonly isUrgent: boolean;
  readonly weight: number;
  /** Those who have had too much journaled are refused. */
  readonly isBudgeted: boolean;
  /** It may wait for room. */
  readonly mayWait: boolean;
}

/** Whether an account may be opened. */
export interface NewcomerQuestion {
  readonly kind: 'newcomer';
  readonly clients: readonly ClientName[];
}

/** Whether a proven signature may be used: see `UsedSignatures.use`. */
export interface UseQuestion {
  readonly kind: 'use';
  readonly of: 'requests' | 'signIns';
  readonly owner: string;
  /** A character for each byte. */
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly isNewEachTime: boolean;
  readonly isKnownByItself: boolean;
}

export type Question = CapsQuestion | NewcomerQuestion | UseQuestion;

/** An answer as it left, to be given again. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What is said of a question that was asked before. */
export type Afterword =
  /** Its client is gone; nothing is replied any more. */
  | { readonly kind: 'left' }
  /** The signature was used, and answered so; null: its answer is not kept. */
  | { readonly kind: 'answered'; readonly answer: FirstAnswer | null }
  /** The signature may be used again. */
  | { readonly kind: 'forgotten' };

export interface Asked {
  readonly id: number;
  readonly what: Question | Afterword;
}

/** `busy`, `no_leader`: nothing was asked of anyone who counts. */
export type Reply =
  /** What is left, as the header `RateLimit` says it; '' where nothing is capped. */
  | { readonly kind: 'passed'; readonly remaining: string }
  /** `retryAfterSeconds`: null when no later request passes either. `remaining`: null where it was not looked at. */
  | { readonly kind: 'over'; readonly retryAfterSeconds: number | null; readonly remaining: string | null }
  | { readonly kind: 'first' }
  | { readonly kind: 'again'; readonly answer: FirstAnswer | null }
  | { readonly kind: 'before_start'; readonly retryAfterSeconds: number }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }
  /** By the leader's clock its timestamp is not one that is taken: clocks of nodes differ. */
  | { readonly kind: 'untimely' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'no_leader' };

export interface Replied {
  readonly id: number;
  readonly reply: Reply;
}

/** A signature that is used at the node that leads, as the others have to know it when they lead. */
export interface ToldUse {
  readonly of: UseQuestion['of'];
  readonly owner: string;
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** It may be used again after all. */
  readonly isForgotten: boolean;
}

/** The node that leads, as gateways of all nodes ask it. */
export interface LeaderQuestions {
  /** This node leads, and counts itself. */
  readonly isHere: boolean;
  ask(question: Question): Asking;
}

/** A question on its way. */
export interface Asking {
  /** Never rejects. */
  readonly reply: Promise<Reply>;
  say(afterword: Afterword): void;
}

/** Who answers questions of other gateways, at the node that leads. */
export interface QuestionDesk {
  /** `asker` numbers a gateway of this node, or another node. */
  take(asker: number, asked: readonly Asked[]): void;
  /** Nothing more comes of that one, and it is told nothing more. */
  gone(asker: number): void;
}

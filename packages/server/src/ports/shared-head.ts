/** How far the entries are that clients of any gateway can have seen, where a venue has several. */
export interface SharedHead {
  /** The last entry that a gateway has shown to anyone. */
  readonly shown: number;
  /** This gateway shows everything up to this entry from now on. */
  show(sequence: number): void;
  /** The exchange has sent everything up to this entry to every gateway. */
  send(sequence: number): void;
  /** Waits for that, standing still: the exchange is at it. False if it takes too long. */
  awaitSent(sequence: number): boolean;
}

/**
 * Messages of trades that appear to settle step by step: each is sent again whenever its status changes.
 */
import type { ProfileKind } from '@bellwether/contract';
import type { AccountId, State } from '@bellwether/engine';
import type { SettlingTrades } from '@bellwether/gateway/http/extension.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { EntryOrders } from './user/entry-orders.ts';
import { type Audience, type UserMessage, userMessages } from './user/user-messages.ts';
import { UserFrame } from './user/user-stream.ts';

export class SettlingMessages {
  readonly #trades: SettlingTrades;
  readonly #audience: Audience;
  /** Messages of each trade by its sequence, as the ledger has it: one for each account involved. */
  readonly #kept = new Map<number, ReadonlyMap<AccountId, UserMessage>>();

  constructor(trades: SettlingTrades, profile: ProfileKind) {
    this.#trades = trades;
    this.#audience = { profile, isFollowed: () => true };
  }

  /** True if entries must be examined. */
  get isArmed(): boolean {
    return this.#trades.isArmed;
  }

  /** Keeps the messages of the entry's trade, so that they can be sent again to later listeners. */
  keep(entry: ChainedEntry, state: Readonly<State>, before: EntryOrders): void {
    if (this.#trades.shown(entry.sequence) === null) return;
    const own = new Map<AccountId, UserMessage>();
    for (const [account, messages] of userMessages(entry, state, before, this.#audience)) {
      const trade = messages.findLast(({ kind }) => kind === 'trade');
      if (trade !== undefined) own.set(account, trade);
    }
    this.#kept.set(entry.sequence, own);
  }

  /** Returns a frame with the current status of its trade, which it tells of once. */
  present(frame: UserFrame): UserFrame {
    if (this.#trades.shown(frame.sequence) === null) return frame;
    const settled = frame.messages.findLastIndex(({ kind }) => kind === 'trade');
    const messages = frame.messages.filter(({ kind }, index) => kind !== 'trade' || index === settled);
    const shown = messages.map((message) => this.#present(frame.sequence, message));
    return new UserFrame(frame.sequence, frame.previous, shown);
  }

  /** Returns the messages of a trade whose status has changed. Drops them once the status is final. */
  again(sequence: number): readonly (readonly [AccountId, UserMessage])[] {
    const kept = [...(this.#kept.get(sequence) ?? [])];
    const { status = 'CONFIRMED' } = this.#trades.shown(sequence) ?? {};
    if (status === 'CONFIRMED' || status === 'FAILED') this.#kept.delete(sequence);
    return kept.map(([account, message]) => [account, this.#present(sequence, message)]);
  }

  clear(): void {
    this.#kept.clear();
  }

  #present(sequence: number, message: UserMessage): UserMessage {
    const shown = message.kind === 'trade' ? this.#trades.shown(sequence) : null;
    if (shown === null) return message;
    const { status, sinceMs, hasHash } = shown;
    const said = JSON.parse(`${message.open}}`) as object;
    const times = { last_update: String(Math.floor(sinceMs / 1_000)), timestamp: String(sinceMs) };
    const seen = { ...said, status, ...times, ...(!hasHash && { transaction_hash: '' }) };
    return { ...message, open: JSON.stringify(seen).slice(0, -1) };
  }
}

/** Keys of accounts: what they may do follows from events alone, without the engine's registry or the oracle's. */
import {
  type Address,
  type Command,
  type Event,
  isHouseAddress,
  type OrderAccepted,
  type State,
  TRADING_SCOPES,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type AuditedLog, broken, excerpt, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';

/** A key that counts, by its wallet and address. */
interface Known {
  readonly trades: boolean;
  readonly signsBatches: boolean;
  readonly endsMs: number;
}

/** An open order of a key. */
interface KeyOrder extends Pick<OrderAccepted, 'account' | 'wallet'> {
  readonly key: string;
}

/**
 * A key that has ended or was revoked places nothing more, and its orders are gone in the same entry. Users cancel their
 * own orders alone: a key its own, the owner the others. Nothing else of a wallet changes but by its owner's account.
 */
export class KeysKeepWithin implements Rule {
  readonly name = 'keys-keep-within';
  readonly #known = new Map<string, Known>();
  readonly #ofKeys = new Map<number, KeyOrder>();
  readonly #accounts = new Map<number, number>();

  logged({ entries }: FactOf<'logged'>, { state }: AuditedLog): void {
    for (const entry of entries) {
      this.#owned(entry, state);
      for (const event of entry.events) this.#follow(event, entry, state);
      for (const [order, { key }] of this.#ofKeys)
        if (this.#known.get(key)?.trades !== true)
          this.#broken(entry, `order ${order} stays, its ${key} may not trade`);
    }
  }

  #follow(event: Event, entry: ChainedEntry, state: Readonly<State>): void {
    switch (event.kind) {
      case 'KeyAdded': {
        const trades = event.scopes.some((scope) => TRADING_SCOPES.includes(scope));
        const signsBatches = event.scopes.includes('ALL');
        const endsMs = event.expiration * 1_000;
        return void this.#known.set(nameOf(event.wallet, event.key), { trades, signsBatches, endsMs });
      }
      case 'KeyEnded':
      case 'KeyRevoked':
        return void this.#known.delete(nameOf(event.wallet, event.key));
      case 'OrderAccepted':
        return this.#accepted(event, entry, state);
      case 'OrderCanceled':
        return this.#canceled(event, entry, state);
      case 'OrderCompleted':
        return this.#closed(event.order);
      case 'TradeExecuted':
        for (const { order, remaining } of event.legs) if (remaining === 0) this.#closed(order);
        return;
      default:
        return;
    }
  }

  #accepted({ order, account, wallet }: OrderAccepted, entry: ChainedEntry, state: Readonly<State>): void {
    this.#accounts.set(order, account);
    // A wallet never changes hands.
    if (state.wallets[wallet]?.account === account) return;
    const key = nameOf(wallet, state.accounts[account]?.address);
    const known = this.#known.get(key);
    if (known?.trades !== true || entry.timeMs >= known.endsMs)
      this.#broken(entry, `order ${order} was accepted, its ${key} may not trade: ${excerpt(known ?? null)}`);
    this.#ofKeys.set(order, { account, wallet, key });
  }

  #canceled(
    { order, reason }: Event & { readonly kind: 'OrderCanceled' },
    entry: ChainedEntry,
    { accounts }: Readonly<State>,
  ): void {
    const { command } = entry;
    const owner = this.#accounts.get(order) ?? -1;
    const isOfHouse = command.kind === 'QuoteHouse' && isHouseAddress(accounts[owner]?.address ?? '');
    const by = isOfHouse ? owner : 'account' in command ? command.account : null;
    if (reason === 'user' && by !== owner)
      this.#broken(entry, `account ${by} cancelled order ${order} of account ${owner}`);
    this.#closed(order);
  }

  #closed(order: number): void {
    this.#ofKeys.delete(order);
    this.#accounts.delete(order);
  }

  /** Only orders are for a wallet of another account; a key signs batches of its wallet with the scope for it. */
  #owned(entry: ChainedEntry, state: Readonly<State>): void {
    const acting = actingFor(entry.command, state);
    if (acting === null) return;
    if (state.wallets[acting.wallet]?.account !== acting.account)
      this.#broken(entry, `account ${acting.account} changed wallet ${acting.wallet}, which is another's`);
    if (acting.key === null) return;
    const key = nameOf(acting.wallet, acting.key);
    const known = this.#known.get(key);
    if (known?.signsBatches !== true || entry.timeMs >= known.endsMs)
      this.#broken(entry, `${key} signed a batch and may not: ${excerpt(known ?? null)}`);
    if (entry.events.some(({ kind }) => kind === 'KeyAdded' || kind === 'KeyRevoked'))
      this.#broken(entry, `${key} changed keys`);
  }

  #broken({ sequence, command }: ChainedEntry, message: string): never {
    throw broken(this, `entry ${sequence} (${excerpt(command)}): ${message}`);
  }
}

const nameOf = (wallet: number, key: Address | undefined): string => `key ${key} of wallet ${wallet}`;

/** Account and wallet of a command that acts for a wallet and is no order; null for all others. */
function actingFor(command: Command, { walletsByAddress }: Readonly<State>) {
  if (command.kind === 'PlaceOrder' || !('account' in command) || !('wallet' in command)) return null;
  const { account, wallet } = command;
  const id = typeof wallet === 'number' ? wallet : walletsByAddress.get(wallet);
  const key = command.kind === 'RelayTransaction' ? (command.key ?? null) : null;
  return id === undefined || account === null ? null : { account, wallet: id, key };
}

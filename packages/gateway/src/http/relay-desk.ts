/**
 * Takes signed wallet transactions to the exchange: reads them, has their signatures checked, submits and answers. The
 * same bytes get the same answer again, however often they are sent and after any number of restarts.
 */
import type { RelayedTransactions, RelaySubmitted } from '@bellwether/contract';
import {
  type AccountId,
  type Address,
  BATCH_SCOPES,
  type RelayTransaction,
  type RequestId,
  refuseKey,
} from '@bellwether/engine';
import type { NegRiskQuestion } from '@bellwether/read-model/orders/answer/relayer.ts';
import { transactionUuid } from '@bellwether/read-model/orders/relayer-tables.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { AppDependencies } from './dependencies.ts';
import { openAccount, refuseUnlisted } from './own-wallets.ts';
import { type KeyedRequest, submitPart } from './plugins/idempotency.ts';
import { rejectFailure } from './reject-failure.ts';
import type { RelayedCall } from './relay/calls.ts';
import { readSteps } from './relay/relay-steps.ts';
import type { RelayDraft } from './relay/relay-submission.ts';
import { refuseWhenDisabled } from './venue-mode.ts';

/** Authorization of a request besides its signature. `builder`: the account of its builder key, or null. */
interface RequestAuthorization {
  readonly builder: { readonly account: AccountId; readonly address: string } | null;
  /** Refuses a proven signer over the caps; `isNew`: the request opens an account. */
  readonly admit: (signer: string, isNew: boolean) => Failure | null;
  /** The `Idempotency-Key` of a proven signer's request, or null without one. */
  readonly requestOf: (account: AccountId) => RequestId | null;
}

export interface Relayed {
  readonly kind: 'relayed';
  readonly answer: RelaySubmitted;
  /** True if the request was carried out before under the same `Idempotency-Key`. */
  readonly isRepeat: boolean;
}

export class RelayDesk {
  readonly #dependencies: AppDependencies;

  constructor(dependencies: AppDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Relays a transaction that was read, or returns the failure to read it. Throws `SignaturesUnavailable` and
   * `ExchangeUnavailable`.
   */
  async relay(draft: RelayDraft | Failure, authorization: RequestAuthorization): Promise<Relayed | Failure> {
    if (draft.kind === 'failure') return draft;
    const refused = await this.#refuseSigner(draft, authorization);
    if (refused !== null) return refused;
    // An earlier outcome is answered again, whatever has changed since: closed markets, a deadline that has passed.
    const keyed = this.#keyed(draft, authorization);
    if (keyed !== null && keyed.kept !== null && keyed.kept.hash !== keyed.id.hash)
      return failure('idempotency_key_used');
    // Nothing is recorded: anyone who saw the signed bytes can send them, and they do not contain the `Idempotency-Key`.
    const before = this.#mayBeDone(draft) ? await this.#find(draft) : null;
    if (before !== null) return relayed(before, keyed !== null && keyed.kept !== null);
    const isRevocation = draft.calls.every(({ kind }) => kind === 'revoke-key') && draft.calls.length > 0;
    const halted = isRevocation ? null : refuseWhenDisabled(this.#dependencies.view.state.mode);
    if (halted !== null) return halted;
    const nowS = Math.floor(this.#dependencies.clock() / 1000);
    const refusal = draft.refuseLate(nowS) ?? (await this.#admit(draft, authorization));
    if (refusal !== null) return refusal;
    return this.#carryOut(draft, authorization);
  }

  /** Refuses a request whose sender may not act for the wallet. Nothing is done, kept or looked up before. */
  async #refuseSigner(
    { type, from, key, wallet, signed }: RelayDraft,
    { builder }: RequestAuthorization,
  ): Promise<Failure | null> {
    if (signed === null) {
      if (builder?.address === from) return null;
      const detail = `${type} carries no signature of ${from}: send builder headers of a key of that account with it`;
      return failure('unauthenticated', { detail });
    }
    const { digest, signature } = signed;
    const { domain, signatures } = this.#dependencies;
    const recovered = await signatures.recoverDigest(digest, signature);
    const expected = key ?? from;
    if (recovered === expected) return key === null ? null : this.#refuseKey(key, wallet);
    const terms = `chain ${domain.chainId}`;
    return failure('invalid_signature', { recovered: recovered ?? 'none', expected, digest, terms });
  }

  #refuseKey(key: Address, wallet: Address): Failure | null {
    const { clock, view } = this.#dependencies;
    const { state } = view;
    const of = state.wallets[state.walletsByAddress.get(wallet) ?? -1];
    if (of === undefined) return failure('wallet_not_deployed', { wallet });
    const refusal = refuseKey(state, key, of, Math.max(clock(), state.timeMs), BATCH_SCOPES);
    return refusal === null ? null : rejectFailure(refusal);
  }

  /** The signer's idempotency key and its record, or null without a key. */
  #keyed({ from }: RelayDraft, { requestOf }: RequestAuthorization): KeyedRequest | null {
    const { clock, view } = this.#dependencies;
    const account = view.state.accountsByAddress.get(from);
    const id = account === undefined ? null : requestOf(account);
    if (id === null) return null;
    return { id, kept: view.state.requests.find(id.by, id.key, Math.max(clock(), view.state.timeMs)) };
  }

  /** True if the transaction may have been carried out before: its nonce is used, or its wallet deployed. */
  #mayBeDone({ type, from, wallet, nonce }: RelayDraft): boolean {
    const { state } = this.#dependencies.view;
    if (type === 'SAFE-CREATE' || type === 'WALLET-CREATE') return state.walletsByAddress.has(wallet);
    const account = state.accounts[state.accountsByAddress.get(from) ?? -1];
    return account !== undefined && nonce < account.relayNonces[type];
  }

  async #find({ id }: RelayDraft): Promise<RelaySubmitted | null> {
    const [found] = await this.#read<RelayedTransactions>('relayed', { id: transactionUuid(id) });
    if (found === undefined) return null;
    const { transactionID, state, transactionHash } = found;
    return { transactionID, state, transactionHash };
  }

  /** Admits the signer, and opens the account of a new signer who brings a first wallet. */
  async #admit({ type, from, key, wallet }: RelayDraft, { admit }: RequestAuthorization): Promise<Failure | null> {
    const { exchange, settings, view } = this.#dependencies;
    const isNew = !view.state.accountsByAddress.has(from);
    if (isNew && type !== 'SAFE-CREATE' && type !== 'PROXY') return failure('wallet_not_deployed', { wallet });
    const refusal = refuseUnlisted(this.#dependencies, from) ?? admit(key ?? from, isNew);
    if (refusal !== null || !isNew) return refusal;
    const opened = await exchange.submit(openAccount(from, settings.startingBalance));
    return opened.kind === 'reject' ? rejectFailure(opened) : null;
  }

  async #carryOut(draft: RelayDraft, { builder, requestOf }: RequestAuthorization): Promise<Relayed | Failure> {
    const { settings, view } = this.#dependencies;
    const { type, from, key, to, wallet, nonce, calls, id, data, metadata } = draft;
    const steps = await readSteps(calls, view.state, (group) =>
      this.#read<readonly NegRiskQuestion[]>('neg-risk-questions', { group }),
    );
    if ('kind' in steps) return steps;
    const account = view.state.accountsByAddress.get(from);
    if (account === undefined) throw new Error('an account that was opened is not in the view');
    const command: RelayTransaction = {
      kind: 'RelayTransaction',
      type,
      account,
      wallet,
      ...(key !== null && { key }),
      nonce,
      steps,
      startingBalance: settings.startingBalance,
      record: { id, to, data, metadata, builder: builder?.account ?? null },
    };
    // Idempotent by its nonce or its wallet, even as one of several.
    const outcome = await submitPart(this.#dependencies, requestOf(account) ?? undefined, command);
    if (outcome.kind === 'accepted') {
      const transactionHash = `0x${outcome.entry.hash}`;
      return relayed({ transactionID: transactionUuid(id), state: 'STATE_CONFIRMED', transactionHash }, false);
    }
    if (outcome.kind !== 'reject') throw new Error(`a relayed transaction was ${outcome.kind}`);
    // The same bytes may have arrived twice at the same time.
    const isUsed = outcome.code === 'relay_nonce_invalid' || outcome.code === 'wallet_deployed';
    const before = isUsed ? await this.#find(draft) : null;
    if (before === null) return refused(rejectFailure(outcome), calls, outcome.details['call']);
    return relayed(before, requestOf(account) !== null);
  }

  async #read<Value>(name: string, parameters: object): Promise<Value> {
    const answer = await this.#dependencies.reader.read(name, parameters);
    if (answer === null) throw new Error(`the read ${name} has no answer`);
    return JSON.parse(Buffer.from(answer.body).toString('utf8')) as Value;
  }
}

const relayed = (answer: RelaySubmitted, isRepeat: boolean): Relayed => ({ kind: 'relayed', answer, isRepeat });

/** Steps that the exchange counts for calls of other kinds than one step: see `readSteps`. */
const STEPS: Readonly<Partial<Record<RelayedCall['kind'], number>>> = { approval: 0, 'split-across': 2 };

/** Adds the number of the refused call, from 1. */
function refused(refusal: Failure, calls: RelayDraft['calls'], step: number | string | undefined): Failure {
  // A batch that changes a key has no other call.
  if (calls.some(({ kind }) => kind === 'add-key' || kind === 'revoke-key')) return refusal;
  const places = calls.flatMap(({ kind }, place) => Array<number>(STEPS[kind] ?? 1).fill(place));
  const place = places[Number(step) - 1];
  return step === undefined || place === undefined ? refusal : { ...refusal, fields: { call: place + 1 } };
}

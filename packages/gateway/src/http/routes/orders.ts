/**
 * Routes that place orders, and the desk that takes the orders of a known caller to the exchange: it reads them, has
 * their signatures checked, lends unknown addresses in the demo, submits and answers. Every refusal is a value;
 * temporary unavailability throws and becomes 503.
 */
import {
  ORDER_ROUTES,
  ORDERS_PER_PLACEMENT_MAX,
  type OrderAnswer,
  OrderPlacement,
  PublicClientOrderPlacement,
  TradeFacts,
} from '@bellwether/contract';
import {
  type AccountId,
  type Address,
  type BindAndPlace,
  type OrderResult,
  orderId,
  type PlaceOrder,
  type Reject,
} from '@bellwether/engine';
import { domainOf, isKeySignature, type OrderSignatureCheck } from '@bellwether/ports/signatures.ts';
import type { RefusedTerms } from '@bellwether/read-model/orders/answer/explained/refused.ts';
import { explained, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { CurrentStatus } from '../current-status.ts';
import { type AppDependencies, orderVersion } from '../dependencies.ts';
import type { DueOrder } from '../extension.ts';
import { mountPrivate, type PrivateHandler } from '../mount.ts';
import {
  foreignMaker,
  isSignedForOwnWallet,
  MAKER_REJECTS,
  makerOfKey,
  refusedMaker,
  refuseOtherSigner,
  type SignedFor,
} from '../orders/maker.ts';
import {
  acceptedAnswer,
  delayedAnswer,
  duplicateAnswer,
  isVersionOneOrder,
  lentNotice,
  type OrderDraft,
  type Placer,
  type RefusedDraft,
  readOrder,
  refusedAnswer,
  refusedSignature,
  type SentAmounts,
  withAmountAsSent,
} from '../orders/order.ts';
import { createIdentifyBuilder } from '../pipeline.ts';
import { bodyBytes, createProfileChecker, oncePerRequest, parseJson, type Read } from '../plugins/body.ts';
import { itemFailure } from '../plugins/faults.ts';
import { type FirstOutcome, type KeyedRequest, notRepeated, partOf, recordDone } from '../plugins/idempotency.ts';
import type { RefusedOrders } from '../refused-orders.ts';
import { rejectFailure } from '../reject-failure.ts';
import { notShown } from '../send-read.ts';
import { failureByMode } from '../venue-mode.ts';

/** Mounts the routes. `refused` remembers refusals of signed orders. */
export function registerOrderRoutes(app: FastifyInstance, dependencies: AppDependencies, refused: RefusedOrders): void {
  const { logger, runtime, view } = dependencies;
  const teller = { logger, random: runtime.random };
  const desk = new OrderDesk(dependencies, refused);
  // Builder headers have no effect on an order, whose signed builder code counts. Wrong ones are refused all the same.
  const identifyBuilder = createIdentifyBuilder(dependencies.authenticator, view);
  const refuseBuilder = (request: FastifyRequest): Failure | null => {
    const builder = identifyBuilder(request);
    return builder?.kind === 'failure' ? builder : null;
  };

  mountPrivate(app, ORDER_ROUTES.placeOrder, (caller, request) => {
    const unproven = refuseBuilder(request);
    if (unproven !== null) return unproven;
    const parsed = parseJson(bodyBytes(request));
    const failed = (error: unknown): Failure => itemFailure(error, request, teller);
    if (parsed.kind === 'json') return desk.place(caller, parsed.value, request.keyed, failed);
    return failureByMode(view.state.mode, null) ?? malformed(parsed.detail);
  });

  // The caps count a batch by its orders, before its handler runs.
  const batchOf = oncePerRequest((request): unknown[] | Failure => {
    const parsed = parseJson(bodyBytes(request));
    return parsed.kind === 'json' ? readBatch(parsed.value) : malformed(parsed.detail);
  });
  const weigh = (request: FastifyRequest): number => {
    const batch = batchOf(request);
    return Array.isArray(batch) ? batch.length : 1;
  };
  const placeAll: PrivateHandler = (caller, request) => {
    const unproven = refuseBuilder(request);
    if (unproven !== null) return unproven;
    const batch = batchOf(request);
    if (!Array.isArray(batch)) return failureByMode(view.state.mode, null) ?? batch;
    return desk.placeAll(caller, batch, (error) => itemFailure(error, request, teller), request.keyed);
  };
  mountPrivate(app, ORDER_ROUTES.placeOrders, placeAll, { weigh });
}

function readBatch(value: unknown): unknown[] | Failure {
  if (!Array.isArray(value) || value.length === 0) {
    return failure('invalid_order_payload', {
      detail: `the body must be an array of 1..${ORDERS_PER_PLACEMENT_MAX} orders`,
    });
  }
  if (value.length > ORDERS_PER_PLACEMENT_MAX) {
    const figures = { count: value.length, maximum: ORDERS_PER_PLACEMENT_MAX };
    return explained('too_many_orders', figures, figures);
  }
  return value;
}

function malformed(detail: string): Failure {
  return failure('malformed_json', { detail });
}

/** The command of a signed order, and the amounts that were sent. */
interface Submission {
  readonly kind: 'submission';
  readonly command: PlaceOrder | BindAndPlace;
  readonly signed: SentAmounts & SignedFor;
}

/** The order that a command places, with its id. */
const orderOf = (command: PlaceOrder | BindAndPlace): BindAndPlace['order'] =>
  command.kind === 'PlaceOrder' ? command : command.order;

/** Dependencies on the rest of the gateway. */
type OrderDeskDependencies = Pick<
  AppDependencies,
  | 'clock'
  | 'exchange'
  | 'view'
  | 'reader'
  | 'history'
  | 'signatures'
  | 'parseAddress'
  | 'relay'
  | 'domain'
  | 'negRiskDomain'
  | 'v2Domains'
  | 'extension'
> & { readonly settings: Pick<AppDependencies['settings'], 'profile' | 'lendsWallets' | 'differences'> };

type Failed = (error: unknown) => Failure;

const rethrow: Failed = (error) => {
  throw error;
};

export class OrderDesk {
  readonly #dependencies: OrderDeskDependencies;
  readonly #checkPlacement: (value: unknown) => Read<OrderPlacement>;
  readonly #refused: RefusedOrders | null;
  readonly #currentStatus: CurrentStatus;

  /** `refused` remembers refusals of signed orders. */
  constructor(dependencies: OrderDeskDependencies, refused: RefusedOrders | null = null) {
    this.#dependencies = dependencies;
    this.#refused = refused;
    this.#currentStatus = new CurrentStatus(dependencies);
    dependencies.extension?.heldBack.decidedBy((order) => this.#decideHeld(order));
    const bodies = { own: OrderPlacement, ofPublicClients: PublicClientOrderPlacement };
    this.#checkPlacement = createProfileChecker(dependencies.settings.profile, bodies, (detail) =>
      failure('invalid_order_payload', { detail }),
    );
  }

  /** Reads a placement as far as possible before its signature is checked. */
  #read(placer: Placer, body: unknown): OrderDraft | RefusedDraft | Failure {
    const { view } = this.#dependencies;
    const placement = this.#checkPlacement(body);
    if (placement.kind === 'failure') {
      const refusal = isVersionOneOrder(body)
        ? explained('order_version_mismatch', { sent: 1, expected: orderVersion(this.#dependencies.settings) })
        : placement;
      return failureByMode(view.state.mode, body) ?? refusal;
    }
    const draft = readOrder(placement.value, placer, view.state, this.#dependencies);
    return draft.kind === 'failure' ? (failureByMode(view.state.mode, body) ?? draft) : draft;
  }

  /** Checks a signature and computes the order id, which a refused draft needs as well. Throws `SignaturesUnavailable`. */
  #checkSignature({ signed, signature, orderDomain }: OrderDraft | RefusedDraft): Promise<OrderSignatureCheck> {
    return this.#dependencies.signatures.checkOrder(signed, signature, orderDomain);
  }

  async #check(placer: Placer, body: unknown): Promise<Submission | Failure> {
    const draft = this.#read(placer, body);
    if (draft.kind === 'failure') return draft;
    return this.#judge(placer, body, draft, await this.#checkSignature(draft));
  }

  /** Returns the command of an order whose signature was checked, or its refusal. */
  #judge(
    placer: Placer,
    body: unknown,
    draft: OrderDraft | RefusedDraft,
    check: OrderSignatureCheck,
  ): Submission | Failure | Promise<Failure> {
    const { orderId: id, recovered } = check;
    const { state } = this.#dependencies.view;
    if (draft.kind === 'draft' && recovered !== null) {
      const { address } = placer.account;
      if (recovered === address || isSignedForOwnWallet(draft, placer, state))
        return this.#prepare(placer, draft, id, recovered);
    }
    const restricted = failureByMode(state.mode, body);
    const account = placer.account.id;
    if (draft.kind === 'refused') return this.#noted(account, id, draft.terms, restricted ?? draft.refusal);
    if (restricted !== null) return this.#noted(account, id, draft.terms, restricted);
    return this.#refuseSignature(placer, draft, check);
  }

  /** Refuses a wrong signature, and names the terms that it is valid for if they can be found. */
  async #refuseSignature(placer: Placer, draft: OrderDraft, check: OrderSignatureCheck): Promise<Failure> {
    const { signatures } = this.#dependencies;
    const { account } = placer;
    const meant = await signatures.findOrderTerms(draft.signed, draft.signature, account.address).catch(() => null);
    const expected = domainOf(this.#dependencies, draft.orderDomain);
    const refusal = refusedSignature(check, placer, draft, expected, meant);
    return this.#noted(account.id, check.orderId, draft.terms, refusal);
  }

  /**
   * Builds the command of an order that `signedBy` signed. An unknown address is lent along with the order, where the
   * venue lends.
   */
  #prepare(placer: Placer, draft: OrderDraft, id: string, signedBy: string): Submission | Failure {
    const { clock, settings, view } = this.#dependencies;
    const { signed, terms } = draft;
    const { id: account, address } = placer.account;
    const order = { kind: 'PlaceOrder', orderId: orderId(id), ...terms } as const;
    const placing = (command: Submission['command']): Submission => ({ kind: 'submission', command, signed });
    if (signed.signatureType === 3 && isKeySignature(draft.signature)) {
      // The exchange knows the account alone, so it cannot see the end of another's key: only this moment counts here.
      const nowMs = signedBy === address ? view.state.timeMs : Math.max(clock(), view.state.timeMs);
      const ofKey = makerOfKey(draft.maker, signedBy as Address, view.state, nowMs);
      if (typeof ofKey === 'number') return placing({ ...order, wallet: ofKey });
      return this.#noted(account, id, terms, failureByMode(view.state.mode, terms) ?? ofKey);
    }
    const wallet = view.state.walletsByAddress.get(draft.maker);
    if (wallet !== undefined && view.state.wallets[wallet]?.account === account) return placing({ ...order, wallet });
    // A wallet that is not the account's never had an order accepted, so this is no duplicate, which every mode would
    // answer.
    const refused = failureByMode(view.state.mode, terms);
    if (refused !== null) return this.#noted(account, id, terms, refused);
    if (wallet !== undefined || !settings.lendsWallets)
      return this.#noted(account, id, terms, foreignMaker(account, draft.maker, view.state));
    return placing({ kind: 'BindAndPlace', wallet: draft.maker, order });
  }

  /** Submits and answers, or holds the order back. Commands reach the exchange in the order of the calls. */
  #submit(submission: Submission, keyed: KeyedRequest | null): Promise<OrderAnswer | Failure> {
    const { extension, view } = this.#dependencies;
    const { command } = submission;
    if (extension === undefined || command.kind !== 'PlaceOrder') return this.#decide(submission, keyed);
    try {
      const held = extension.heldBack.hold(command, keyed?.id ?? null, view.state);
      if (held === 'held') return Promise.resolve(delayedAnswer(command.orderId, this.#notice(command)));
      if (held === 'held-for-other') {
        const refusal = explained('order_of_other_signer', { wallet: submission.signed.maker ?? '' });
        return Promise.resolve(this.#noted(command.account, command.orderId, command, refusal));
      }
    } catch (error) {
      return Promise.reject(error);
    }
    return this.#decide(submission, keyed);
  }

  /**
   * Decides a held order that is now due; true if the exchange accepted it. Its client already has an answer, so this
   * does not wait for rows. Throws errors that prevent a decision.
   */
  async #decideHeld({ command, request }: DueOrder): Promise<boolean> {
    const outcome = notRepeated(await this.#dependencies.exchange.submit(partOf(request ?? undefined, command)));
    if (outcome.kind === 'duplicate')
      await recordDone(this.#dependencies, request === null ? null : { id: request, kept: null });
    if (outcome.kind !== 'reject') return true;
    // The order would have traded at once, so its amounts can be expressed exactly.
    const signed = { makerAmount: BigInt(command.makerAmount), takerAmount: BigInt(command.takerAmount) };
    this.#rejected({ kind: 'submission', command, signed }, outcome);
    return false;
  }

  /** Has the exchange decide an order. Throws `ExchangeUnavailable`. */
  async #decide(submission: Submission, keyed: KeyedRequest | null): Promise<OrderAnswer | Failure> {
    // An order is idempotent by its id, even as one of several.
    const outcome = notRepeated(await this.#dependencies.exchange.submit(partOf(keyed?.id, submission.command)));
    if (outcome.kind === 'duplicate') await recordDone(this.#dependencies, keyed);
    return outcome.kind === 'reject' ? this.#rejected(submission, outcome) : this.#answer(submission, outcome);
  }

  #rejected({ command, signed }: Submission, reject: Reject): Failure {
    const { state } = this.#dependencies.view;
    const order = orderOf(command);
    const maker = command.kind === 'PlaceOrder' ? state.wallets[command.wallet]?.address : command.wallet;
    const refusal = MAKER_REJECTS.has(reject.code)
      ? refusedMaker(command, maker ?? '', state)
      : rejectFailure(withAmountAsSent(reject, signed), order.orderId);
    return this.#noted(order.account, order.orderId, order, refusal);
  }

  /**
   * Returns the refusal of an order with an id. The refusal names the id, and is remembered so that it can be
   * explained.
   */
  #noted(account: AccountId, id: string, terms: RefusedTerms, refusal: Failure): Failure {
    this.#refused?.note(account, id, terms, refusal, this.#dependencies.view.state);
    return ofOrder(id, refusal);
  }

  /** Notice for an accepted order of a lent wallet; null for every other order. */
  #notice(command: PlaceOrder | BindAndPlace): string | null {
    const { wallets, walletsByAddress } = this.#dependencies.view.state;
    const id = command.kind === 'PlaceOrder' ? command.wallet : walletsByAddress.get(command.wallet);
    const wallet = id === undefined ? undefined : wallets[id];
    return wallet?.borrowed === true ? lentNotice(wallet.address) : null;
  }

  /**
   * Processes one order from body to answer. Throws errors that prevent a decision, unless `failed` turns them into a
   * refusal, which names the order if it has an id by then.
   */
  async place(
    placer: Placer,
    body: unknown,
    keyed: KeyedRequest | null,
    failed: Failed = rethrow,
  ): Promise<OrderAnswer | Failure> {
    // Written inline: every awaited function on the way costs turns of the queue in which all orders wait.
    const draft = this.#read(placer, body);
    if (draft.kind === 'failure') return draft;
    const judged = this.#judge(placer, body, draft, await this.#checkSignature(draft));
    const submission = judged instanceof Promise ? await judged : judged;
    if (submission.kind === 'failure') return submission;
    try {
      return await this.#submit(submission, keyed);
    } catch (error) {
      return ofOrder(orderOf(submission.command).orderId, failed(error));
    }
  }

  /**
   * Processes several orders: their checks run in parallel, they reach the exchange in the given order, and each gets
   * its own answer. A busy or failing item affects only itself, because others may have been accepted.
   */
  async placeAll(
    placer: Placer,
    bodies: readonly unknown[],
    failed: Failed,
    keyed: KeyedRequest | null,
  ): Promise<OrderAnswer[]> {
    const checked = await Promise.all(bodies.map((body) => this.#check(placer, body).catch(failed)));
    const answers = checked.map((submission) =>
      submission.kind === 'failure'
        ? submission
        : this.#submit(submission, keyed).catch((error) => ofOrder(orderOf(submission.command).orderId, failed(error))),
    );
    const all = await Promise.all(answers);
    // All were refused permanently and nothing was done. An accepted order keeps the key with it; here the key is
    // recorded separately.
    if (all.every((answer) => 'kind' in answer && answer.retryAfterSeconds === null))
      await recordDone(this.#dependencies, keyed);
    return all.map((answer) => ('kind' in answer ? refusedAnswer(answer) : answer));
  }

  #answer(
    submission: Submission,
    outcome: Exclude<FirstOutcome, { readonly kind: 'reject' }>,
  ): OrderAnswer | Failure | Promise<OrderAnswer | Failure> {
    const { command } = submission;
    const { orderId: id } = orderOf(command);
    const notice = this.#notice(command);
    switch (outcome.kind) {
      case 'accepted':
        return acceptedAnswer(id, outcome, notice);
      case 'duplicate':
        return this.#repeated(submission, outcome.result, notice).catch(notShown);
      case 'unchanged':
        throw new Error('an order cannot be without effect');
    }
  }

  async #repeated(
    { command, signed }: Submission,
    result: OrderResult,
    notice: string | null,
  ): Promise<OrderAnswer | Failure> {
    const others = await refuseOtherSigner(this.#dependencies, command, signed);
    const order = orderOf(command);
    const { orderId: id } = order;
    if (others !== null) return this.#noted(order.account, id, order, others);
    const trade = result.status === 'matched' ? await this.#tradeFacts(result.sequence) : null;
    return this.#currentStatus.beside(duplicateAnswer(id, result, trade, notice));
  }

  async #tradeFacts(sequence: number): Promise<TradeFacts> {
    const answer = await this.#dependencies.reader.read('trade-facts', { sequence });
    const value: unknown = answer === null ? null : JSON.parse(Buffer.from(answer.body).toString('utf8'));
    if (!Check(TradeFacts, value)) throw new Error(`trade ${sequence} is not in the read store`);
    return value;
  }
}

const ofOrder = (orderID: string, refusal: Failure): Failure => ({
  ...refusal,
  fields: { ...refusal.fields, orderID },
});

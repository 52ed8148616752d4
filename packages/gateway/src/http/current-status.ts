/** Adds an order's current status to its first answer, when an order that rested is posted again after it has ended. */
import type { OrderAnswer, ProfileKind, SingleOrder } from '@bellwether/contract';
import { isOrderId } from '@bellwether/engine';
import { type Reader, ReadRefused } from '@bellwether/ports/reader.ts';
import type { FirstAnswer } from '@bellwether/ports/stored-answers.ts';
import { orderFateOf, orderNumberOf, type VenueView } from '@bellwether/ports/venue-view.ts';

interface CurrentStatusParts {
  readonly view: VenueView;
  readonly reader: Reader;
  readonly settings: { readonly profile: ProfileKind };
}

export class CurrentStatus {
  readonly #view: VenueView;
  readonly #reader: Reader;
  readonly #profile: ProfileKind;

  constructor({ view, reader, settings }: CurrentStatusParts) {
    this.#view = view;
    this.#reader = reader;
    this.#profile = settings.profile;
  }

  /** Returns the first answer of an order, with the current status if the order rested then and has ended since. */
  async beside(answer: OrderAnswer): Promise<OrderAnswer> {
    const { orderID: id } = answer;
    const fate = isOrderId(id) ? orderFateOf(this.#view, id) : null;
    if (!isOrderId(id) || fate === null || fate === 'open') return answer;
    const parameters = { orderNumber: orderNumberOf(this.#view, id), profile: this.#profile };
    const read = this.#reader.read('order', parameters);
    const row = await read.catch((error: unknown) => {
      if (error instanceof ReadRefused) return null;
      throw error;
    });
    // Without the order's row, the reason for its cancellation and its resting size are unknown.
    if (row === null) return fate === 'canceled' ? { ...answer, currentStatus: 'CANCELED' } : answer;
    const order = JSON.parse(Buffer.from(row.body).toString('utf8')) as SingleOrder;
    return hadEnded(answer, order) ? answer : { ...answer, currentStatus: order.status };
  }

  /** Does the same for the stored first answer to a batch. */
  async renewed(answer: FirstAnswer): Promise<FirstAnswer> {
    if (answer.status !== 200) return answer;
    const { body } = answer;
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    const renewed = (JSON.parse(text) as readonly OrderAnswer[]).map((one) => this.beside(one));
    return { ...answer, body: JSON.stringify(await Promise.all(renewed)) };
  }
}

/** True if no part of the order rested when it was answered: the answer is complete. */
function hadEnded({ status, makingAmount, takingAmount }: OrderAnswer, order: SingleOrder): boolean {
  const { side, order_type: type, original_size: size } = order;
  if (type === 'FOK' || type === 'FAK') return true;
  return status === 'matched' && (side === 'BUY' ? takingAmount : makingAmount) === size;
}

/** What has become of an order that rested: stands beside its first answer when it is posted again after it has ended. */
import type { OrderAnswer, SingleOrder } from '@bellwether/contract';
import { isOrderId } from '@bellwether/engine';
import { type Reader, ReadRefused } from '../ports/reader.ts';
import type { FirstAnswer } from '../ports/stored-answers.ts';
import { orderFateOf, orderNumberOf, type VenueView } from '../ports/venue-view.ts';

export class CurrentStatus {
  readonly #view: VenueView;
  readonly #reader: Reader;

  constructor({ view, reader }: { readonly view: VenueView; readonly reader: Reader }) {
    this.#view = view;
    this.#reader = reader;
  }

  /** The first answer of an order, with its status if it rested then and rests no more. */
  async beside(answer: OrderAnswer): Promise<OrderAnswer> {
    const { orderID: id } = answer;
    const fate = isOrderId(id) ? orderFateOf(this.#view, id) : null;
    if (!isOrderId(id) || fate === null || fate === 'open') return answer;
    const read = this.#reader.read('order', { orderNumber: orderNumberOf(this.#view, id) });
    const row = await read.catch((error: unknown) => {
      if (error instanceof ReadRefused) return null;
      throw error;
    });
    // Without its row no one says why it was cancelled, or how much of it rested.
    if (row === null) return fate === 'canceled' ? { ...answer, currentStatus: 'CANCELED' } : answer;
    const order = JSON.parse(Buffer.from(row.body).toString('utf8')) as SingleOrder;
    return hadEnded(answer, order) ? answer : { ...answer, currentStatus: order.status };
  }

  /** The same for a first answer as it left, of one order or of several. */
  async renewed(answer: FirstAnswer): Promise<FirstAnswer> {
    if (answer.status !== 200) return answer;
    const { body } = answer;
    const told = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as
      | OrderAnswer
      | readonly OrderAnswer[];
    const renewed =
      'orderID' in told ? await this.beside(told) : await Promise.all(told.map((one) => this.beside(one)));
    return { ...answer, body: JSON.stringify(renewed) };
  }
}

/** True if nothing of the order rested when it was answered: the answer says all of it. */
function hadEnded({ status, makingAmount, takingAmount }: OrderAnswer, order: SingleOrder): boolean {
  const { side, order_type: type, original_size: size } = order;
  if (type === 'FOK' || type === 'FAK') return true;
  return status === 'matched' && (side === 'BUY' ? takingAmount : makingAmount) === size;
}

/** The key of the order id that a command is about, for `OrderResults.expect`: it is read once, where the command is. */
import type { Command } from '../command.ts';
import { type OrderKey, orderKeyOf } from '../orders/order-key.ts';

/** null where the command names no order, or several. */
export function orderKeyOfCommand(command: Command): OrderKey | null {
  switch (command.kind) {
    case 'PlaceOrder':
      return orderKeyOf(command.orderId);
    case 'BindAndPlace':
      return orderKeyOf(command.order.orderId);
    case 'CancelOrders': {
      const [id] = command.orderIds;
      return command.orderIds.length === 1 && id !== undefined ? orderKeyOf(id) : null;
    }
    default:
      return null;
  }
}

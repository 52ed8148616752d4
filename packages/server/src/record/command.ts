/**
 * The command of an entry in bytes, after its events, and decoded only on demand. A placement stores only what its
 * `OrderAccepted` lacks; a cancel is ids; every other command is the JSON in which it was submitted, up to the end.
 */
import type { CancelOrders, Command, Event, OrderAccepted, OrderId, PlaceOrder } from '@bellwether/engine';
import type { ByteReader, ByteWriter } from '../bytes/bytes.ts';
import { readOrderId, writeOrderId } from './names.ts';

/** First byte of a command. */
const JSON_COMMAND = 0;
const PLACE = 1;
const PLACE_POST_ONLY = 2;
const CANCEL = 3;

/** Number of fields that this format knows: a command with others is written as JSON. */
const PLACE_FIELDS = 14;
const CANCEL_FIELDS = 3;

const fieldsOf = (value: object): number => Object.keys(value).length;

export function writeCommand(writer: ByteWriter, command: Command, json: string, events: readonly Event[]): void {
  const from = writer.length;
  if (command.kind === 'PlaceOrder' && writePlace(writer, command, acceptedOf(events))) return;
  if (command.kind === 'CancelOrders' && writeCancel(writer, command)) return;
  writer.clear(from);
  writer.byte(JSON_COMMAND);
  writer.text(json);
}

/** `events` belong to the same entry. */
export function readCommand(reader: ByteReader, events: readonly Event[]): Command {
  const form = reader.byte();
  switch (form) {
    case JSON_COMMAND:
      return JSON.parse(reader.rest()) as Command;
    case PLACE:
    case PLACE_POST_ONLY:
      return readPlace(reader, acceptedOf(events), form === PLACE_POST_ONLY);
    case CANCEL:
      return readCancel(reader);
    default:
      throw new RangeError(`there is no command of form ${form}`);
  }
}

function acceptedOf(events: readonly Event[]): OrderAccepted | null {
  for (const event of events) if (event.kind === 'OrderAccepted') return event;
  return null;
}

function writePlace(writer: ByteWriter, command: PlaceOrder, accepted: OrderAccepted | null): boolean {
  if (accepted === null || fieldsOf(command) !== PLACE_FIELDS || !isSame(command, accepted)) return false;
  const [size, collateral] = amountsOf(command);
  if (size !== accepted.size) return false;
  writer.byte(command.postOnly ? PLACE_POST_ONLY : PLACE);
  writer.varint(collateral);
  return true;
}

/** Shares and collateral that were signed. */
function amountsOf({ side, makerAmount, takerAmount }: PlaceOrder): readonly [number, number] {
  return side === 'BUY' ? [takerAmount, makerAmount] : [makerAmount, takerAmount];
}

function isSame(command: PlaceOrder, accepted: OrderAccepted): boolean {
  return (
    command.orderId === accepted.orderId &&
    command.account === accepted.account &&
    command.wallet === accepted.wallet &&
    command.apiKey === accepted.apiKey &&
    command.market === accepted.market &&
    command.outcome === accepted.outcome &&
    command.side === accepted.side &&
    command.type === accepted.type &&
    command.expiration === accepted.expiration &&
    command.builder === accepted.builder
  );
}

function readPlace(reader: ByteReader, accepted: OrderAccepted | null, postOnly: boolean): PlaceOrder {
  if (accepted === null) throw new RangeError('it places an order that was not accepted');
  const { orderId, account, wallet, apiKey, market, outcome, side, type, size, expiration, builder } = accepted;
  const collateral: PlaceOrder['makerAmount'] = reader.varint();
  const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, size] : [size, collateral];
  return {
    kind: 'PlaceOrder',
    orderId,
    account,
    wallet,
    apiKey,
    market,
    outcome,
    side,
    type,
    postOnly,
    makerAmount,
    takerAmount,
    expiration,
    builder,
  };
}

function writeCancel(writer: ByteWriter, command: CancelOrders): boolean {
  if (fieldsOf(command) !== CANCEL_FIELDS) return false;
  writer.byte(CANCEL);
  writer.varint(command.account);
  writer.varint(command.orderIds.length);
  return command.orderIds.every((orderId) => writeOrderId(writer, orderId));
}

function readCancel(reader: ByteReader): CancelOrders {
  const account: CancelOrders['account'] = reader.varint();
  const count: number = reader.varint();
  const orderIds: OrderId[] = [];
  for (let place = 0; place < count; place++) orderIds.push(readOrderId(reader));
  return { kind: 'CancelOrders', account, orderIds };
}

/**
 * The events of an entry in bytes: order events, nearly all of a journal, in forms of their own, all others as JSON after
 * their length. A figure that follows from another one of the same entry is replaced by a flag; the order that an entry
 * places is named once.
 */
import type {
  AccountId,
  Event,
  MakerLeg,
  MarketId,
  Micros,
  OrderAccepted,
  OrderCanceled,
  OrderCompleted,
  OrderNumber,
  OrderRested,
  Price,
  TradeExecuted,
  WalletId,
} from '@bellwether/engine';
import {
  type ByteReader,
  type ByteWriter,
  readApiKey,
  readBuilder,
  readOrderId,
  writeApiKey,
  writeBuilder,
  writeOrderId,
} from '../bytes/bytes.ts';

/** First byte of an event. */
const JSON_EVENT = 0;
const ACCEPTED = 1;
const TRADE = 2;
const RESTED = 3;
const COMPLETED = 4;
const CANCELED = 5;

export function writeEvents(writer: ByteWriter, events: readonly Event[]): void {
  writer.varint(events.length);
  let opened: OrderAccepted | null = null;
  for (const event of events) {
    const from = writer.length;
    if (!writeEvent(writer, event, opened)) {
      writer.clear(from);
      writer.byte(JSON_EVENT);
      writer.longText(JSON.stringify(event));
    }
    if (event.kind === 'OrderAccepted') opened = event;
  }
}

/** Returns false if an event has no form of its own; the caller must then drop the bytes written. */
function writeEvent(writer: ByteWriter, event: Event, opened: OrderAccepted | null): boolean {
  switch (event.kind) {
    case 'OrderAccepted':
      writer.byte(ACCEPTED);
      return writeAccepted(writer, event);
    case 'TradeExecuted':
      writer.byte(TRADE);
      return writeTrade(writer, event, opened);
    case 'OrderRested':
      writer.byte(RESTED);
      return writeRested(writer, event, opened);
    case 'OrderCompleted':
      writer.byte(COMPLETED);
      return writeCompleted(writer, event, opened);
    case 'OrderCanceled':
      writer.byte(CANCELED);
      return writeCanceled(writer, event);
    default:
      return false;
  }
}

export function readEvents(reader: ByteReader): Event[] {
  const count: number = reader.varint();
  const events: Event[] = [];
  let opened: OrderAccepted | null = null;
  for (let place = 0; place < count; place++) {
    const event = readEvent(reader, opened);
    if (event.kind === 'OrderAccepted') opened = event;
    events.push(event);
  }
  return events;
}

function readEvent(reader: ByteReader, opened: OrderAccepted | null): Event {
  const form = reader.byte();
  switch (form) {
    case JSON_EVENT:
      return JSON.parse(reader.longText()) as Event;
    case ACCEPTED:
      return readAccepted(reader);
    case TRADE:
      return readTrade(reader, opened);
    case RESTED:
      return readRested(reader, opened);
    case COMPLETED:
      return readCompleted(reader, opened);
    case CANCELED:
      return readCanceled(reader);
    default:
      throw new RangeError(`there is no event of form ${form}`);
  }
}

const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;
const LEG_KINDS = ['transfer', 'mint', 'merge'] as const;
const CANCEL_REASONS = [
  ...(['user', 'self_trade', 'expired', 'market_resolved', 'heartbeat', 'trading_ended'] as const),
  ...(['key_revoked', 'key_ended', 'result_reversed', 'suspended'] as const),
] as const;

/** Number of fields of each kind that this format knows: an event with others is written as JSON. */
const ACCEPTED_FIELDS = 14;
const TRADE_FIELDS = 10;
const LEG_FIELDS = 11;
const RESTED_FIELDS = 4;
const COMPLETED_FIELDS = 2;
const CANCELED_FIELDS = 3;

const NOTHING = 0 as Micros;

export const fieldsOf = (value: object): number => Object.keys(value).length;

/** Returns `bit` if `is` holds, else 0. */
const flag = (is: boolean, bit: number): number => (is ? bit : 0);

/** Fields that the first event of a placement states, so that later ones need not. */
type Opened = Pick<OrderAccepted, 'order' | 'wallet' | 'market' | 'side' | 'outcome' | 'size'>;

/** Each writer returns false if it cannot represent the event; the caller must then drop the bytes written. */
function writeAccepted(writer: ByteWriter, event: OrderAccepted): boolean {
  const type = ORDER_TYPES.indexOf(event.type);
  if (fieldsOf(event) !== ACCEPTED_FIELDS || type < 0) return false;
  writer.byte(event.outcome | flag(event.side === 'SELL', 2) | (type << 2) | flag(event.expiration !== 0, 16));
  writer.varint(event.order);
  if (!writeOrderId(writer, event.orderId)) return false;
  writer.varint(event.account);
  writer.varint(event.wallet);
  writer.varint(event.market);
  writer.varint(event.price);
  writer.varint(event.size);
  if (event.expiration !== 0) writer.varint(event.expiration);
  writeForms(writer, event);
  return true;
}

/** Writes both names, after one byte with their forms. */
function writeForms(writer: ByteWriter, { apiKey, builder }: OrderAccepted): void {
  const at = writer.length;
  writer.byte(0);
  const keyForm = writeApiKey(writer, apiKey);
  const builderForm = writeBuilder(writer, builder);
  writer.setByte(at, keyForm | (builderForm << 2));
}

function readAccepted(reader: ByteReader): OrderAccepted {
  const flags = reader.byte();
  const order: OrderNumber = reader.varint();
  const orderId: OrderAccepted['orderId'] = readOrderId(reader);
  const account: AccountId = reader.varint();
  const wallet: WalletId = reader.varint();
  const market: MarketId = reader.varint();
  const price: Price = reader.varint();
  const size: Micros = reader.varint();
  const expiration = (flags & 16) === 0 ? 0 : reader.varint();
  const forms = reader.byte();
  const apiKey = readApiKey(reader, forms & 3);
  const builder = readBuilder(reader, forms >> 2);
  return {
    kind: 'OrderAccepted',
    order,
    orderId,
    account,
    wallet,
    apiKey,
    market,
    outcome: (flags & 1) === 0 ? 0 : 1,
    side: (flags & 2) === 0 ? 'BUY' : 'SELL',
    type: of(ORDER_TYPES, (flags >> 2) & 3),
    price,
    size,
    expiration,
    builder,
  };
}

const OF_OPENED = 1;

function writeTrade(writer: ByteWriter, event: TradeExecuted, opened: Opened | null): boolean {
  if (fieldsOf(event) !== TRADE_FIELDS) return false;
  const isOfOpened =
    opened !== null &&
    opened.order === event.order &&
    opened.wallet === event.wallet &&
    opened.market === event.market &&
    opened.side === event.side &&
    opened.outcome === event.outcome;
  writer.byte(flag(isOfOpened, OF_OPENED) | (event.outcome << 1) | flag(event.side === 'SELL', 4));
  if (!isOfOpened) {
    writer.varint(event.market);
    writer.varint(event.order);
    writer.varint(event.wallet);
  }
  writer.varint(event.size);
  writer.varint(event.collateral);
  writer.varint(event.fee);
  writer.varint(event.legs.length);
  for (const leg of event.legs) if (!writeLeg(writer, leg)) return false;
  return true;
}

function readTrade(reader: ByteReader, opened: Opened | null): TradeExecuted {
  const flags = reader.byte();
  const isOfOpened = (flags & OF_OPENED) !== 0;
  const of = isOfOpened ? known(opened) : null;
  const market: MarketId = of === null ? reader.varint() : of.market;
  const order: OrderNumber = of === null ? reader.varint() : of.order;
  const wallet: WalletId = of === null ? reader.varint() : of.wallet;
  const size: Micros = reader.varint();
  const collateral: Micros = reader.varint();
  const fee: Micros = reader.varint();
  const count: number = reader.varint();
  const legs: MakerLeg[] = [];
  for (let leg = 0; leg < count; leg++) legs.push(readLeg(reader));
  return {
    kind: 'TradeExecuted',
    market,
    order,
    wallet,
    side: (flags & 4) === 0 ? 'BUY' : 'SELL',
    outcome: (flags & 2) === 0 ? 0 : 1,
    size,
    collateral,
    fee,
    legs,
  };
}

/**
 * Flags of a leg: nothing is left of the maker's order; both sides gave or got the same; the held amount equals the
 * remaining one.
 */
const LEG_IS_LAST = 16;
const LEG_IS_EVEN = 32;
const LEG_HOLDS_REST = 64;

function writeLeg(writer: ByteWriter, leg: MakerLeg): boolean {
  const settlement = LEG_KINDS.indexOf(leg.settlement);
  if (fieldsOf(leg) !== LEG_FIELDS || settlement < 0) return false;
  const isLast = leg.remaining === 0 && leg.held === 0;
  const isEven = leg.takerCollateral === leg.collateral;
  const holdsRest = leg.held === leg.remaining;
  writer.byte(
    settlement |
      flag(leg.side === 'SELL', 4) |
      (leg.outcome << 3) |
      flag(isLast, LEG_IS_LAST) |
      flag(isEven, LEG_IS_EVEN) |
      flag(holdsRest, LEG_HOLDS_REST),
  );
  writer.varint(leg.order);
  writer.varint(leg.wallet);
  writer.varint(leg.price);
  writer.varint(leg.size);
  writer.varint(leg.collateral);
  if (!isEven) writer.varint(leg.takerCollateral);
  if (!isLast) writer.varint(leg.remaining);
  if (!holdsRest) writer.varint(leg.held);
  return true;
}

function readLeg(reader: ByteReader): MakerLeg {
  const flags = reader.byte();
  const order: OrderNumber = reader.varint();
  const wallet: WalletId = reader.varint();
  const price: Price = reader.varint();
  const size: Micros = reader.varint();
  const collateral: Micros = reader.varint();
  const takerCollateral: Micros = (flags & LEG_IS_EVEN) === 0 ? reader.varint() : collateral;
  const remaining: Micros = (flags & LEG_IS_LAST) === 0 ? reader.varint() : NOTHING;
  const held: Micros = (flags & LEG_HOLDS_REST) === 0 ? reader.varint() : remaining;
  return {
    order,
    wallet,
    settlement: of(LEG_KINDS, flags & 3),
    side: (flags & 4) === 0 ? 'BUY' : 'SELL',
    outcome: (flags & 8) === 0 ? 0 : 1,
    price,
    size,
    collateral,
    takerCollateral,
    remaining,
    held,
  };
}

/** Flags of a resting order: nothing was filled; the held amount equals the remaining one. */
const RESTS_WHOLE = 2;
const REST_IS_HELD = 4;

function writeRested(writer: ByteWriter, event: OrderRested, opened: Opened | null): boolean {
  if (fieldsOf(event) !== RESTED_FIELDS) return false;
  const isOfOpened = opened?.order === event.order;
  const isWhole = isOfOpened && event.remaining === opened.size;
  const isHeld = event.held === event.remaining;
  writer.byte(flag(isOfOpened, OF_OPENED) | flag(isWhole, RESTS_WHOLE) | flag(isHeld, REST_IS_HELD));
  if (!isOfOpened) writer.varint(event.order);
  if (!isWhole) writer.varint(event.remaining);
  if (!isHeld) writer.varint(event.held);
  return true;
}

function readRested(reader: ByteReader, opened: Opened | null): OrderRested {
  const flags = reader.byte();
  const order: OrderNumber = (flags & OF_OPENED) === 0 ? reader.varint() : known(opened).order;
  const remaining: Micros = (flags & RESTS_WHOLE) === 0 ? reader.varint() : known(opened).size;
  const held: Micros = (flags & REST_IS_HELD) === 0 ? reader.varint() : remaining;
  return { kind: 'OrderRested', order, remaining, held };
}

function writeCompleted(writer: ByteWriter, event: OrderCompleted, opened: Opened | null): boolean {
  if (fieldsOf(event) !== COMPLETED_FIELDS) return false;
  const isOfOpened = opened?.order === event.order;
  writer.byte(flag(isOfOpened, OF_OPENED));
  if (!isOfOpened) writer.varint(event.order);
  return true;
}

function readCompleted(reader: ByteReader, opened: Opened | null): OrderCompleted {
  const order: OrderNumber = (reader.byte() & OF_OPENED) === 0 ? reader.varint() : known(opened).order;
  return { kind: 'OrderCompleted', order };
}

function writeCanceled(writer: ByteWriter, event: OrderCanceled): boolean {
  const reason = CANCEL_REASONS.indexOf(event.reason);
  if (fieldsOf(event) !== CANCELED_FIELDS || reason < 0) return false;
  writer.byte(reason);
  writer.varint(event.order);
  return true;
}

function readCanceled(reader: ByteReader): OrderCanceled {
  const reason = of(CANCEL_REASONS, reader.byte());
  const order: OrderNumber = reader.varint();
  return { kind: 'OrderCanceled', order, reason };
}

function known(opened: Opened | null): Opened {
  if (opened === null) throw new RangeError('it speaks of an order that it does not place');
  return opened;
}

function of<T>(values: readonly T[], place: number): T {
  const value = values[place];
  if (value === undefined) throw new RangeError(`there is no value ${place}`);
  return value;
}

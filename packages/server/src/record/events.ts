/**
 * The events of an entry in bytes: order events in the form of `order-events.ts`, all others as JSON after their length.
 */
import type { Event, OrderAccepted } from '@bellwether/engine';
import type { ByteReader, ByteWriter } from '../bytes/bytes.ts';
import {
  readAccepted,
  readCanceled,
  readCompleted,
  readRested,
  readTrade,
  writeAccepted,
  writeCanceled,
  writeCompleted,
  writeRested,
  writeTrade,
} from './order-events.ts';

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

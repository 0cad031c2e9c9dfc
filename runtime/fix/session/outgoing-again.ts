import type { FixMessage } from '../message/codec.js';
import { readHeader, writeHeader } from '../message/header.js';
import type { FixView } from '../message/view.js';
import type { Engine } from './engine.js';
import { identity, sendingTimeOf, sent } from './outgoing.js';

/** A gap fill in place of messages that are not sent again: of `from` up to, not including, `next`. */
export function sendGapFill<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  next: number,
  now: number,
): void {
  const { writer, codec } = engine;
  const sendingTime = sendingTimeOf(engine, now);
  writer.begin(codec.beginString, '4');
  writeHeader(writer, {
    ...identity(engine, from, sendingTime),
    possDup: true,
    origSendingTime: sendingTime,
  });
  writer.integer(36, next);
  writer.text(123, 'Y');
  sent(engine, writer.end().slice(), now);
}

/** Sends a message of the past again: PossDupFlag, the time at which it was sent first, and a new time. */
export function sendAgain<Message extends FixMessage>(
  engine: Engine<Message>,
  stored: FixView,
  sequence: number,
  now: number,
): void {
  const { writer, codec } = engine;
  const {
    msgSeqNum: _number,
    senderCompId: _sender,
    targetCompId: _target,
    sendingTime,
    ...kept
  } = readHeader(stored, codec.headerTags);
  writer.begin(codec.beginString, stored.msgType);
  writeHeader(writer, {
    ...kept,
    ...identity(engine, sequence, sendingTimeOf(engine, now)),
    possDup: true,
    origSendingTime: sendingTime,
  });
  copyBody(engine, stored);
  sent(engine, writer.end().slice(), now);
}

/** Writes what stands between header and CheckSum as it was, data fields byte by byte. */
function copyBody<Message extends FixMessage>(
  { writer, codec }: Engine<Message>,
  view: FixView,
): void {
  const { count, tags } = view;
  let index = 3;
  while (index < count && codec.headerTags.has(tags[index] as number)) index++;
  for (; index < count - 1; index++) {
    const tag = tags[index] as number;
    const data = codec.dataFields.get(tag);
    if (data === undefined || tags[index + 1] !== data) writer.text(tag, view.textAt(index));
    else writer.data(tag, data, view.dataAt(++index));
  }
}

import type { FixMessage } from '../../message/codec.js';
import { readHeader, writeHeader } from '../../message/header.js';
import type { FixView } from '../../message/view.js';
import type { Engine } from '../engine.js';
import { identity, sendingTimeOf, writeBytes } from '../outgoing.js';

/** Sends a gap fill for messages that are not resent, from `from` to `next` (exclusive). */
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
  writeBytes(engine, writer.end().slice(), now);
}

/** Resends a message with PossDupFlag (43), its original time and a new time. */
export function resendMessage<Message extends FixMessage>(
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
    ...header
  } = readHeader(stored, codec.headerTags);
  writer.begin(codec.beginString, stored.msgType);
  writeHeader(writer, {
    ...header,
    ...identity(engine, sequence, sendingTimeOf(engine, now)),
    possDup: true,
    origSendingTime: sendingTime,
  });
  copyBody(engine, stored);
  writeBytes(engine, writer.end().slice(), now);
}

/** Copies the fields between header and CheckSum (10) unchanged, including the bytes of data fields. */
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

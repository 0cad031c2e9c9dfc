import type { FixMessage, FixOtherField } from '../../message/codec.js';
import { writeHeader } from '../../message/header.js';
import type { Engine } from '../engine.js';
import {
  beginMessage,
  identity,
  sendingTimeOf,
  sendSessionMessage,
  writeBytes,
} from '../outgoing.js';

/** Sends a Logon (A) with its own fields and those of the program, in ascending order of tags. */
export function sendLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  fields: readonly FixOtherField[],
  now: number,
  sendingTime?: string,
): void {
  const { writer } = engine;
  beginMessage(engine, 'A', now, undefined, sendingTime);
  for (const [tag, text] of fields) writer.text(tag, text);
  sendSessionMessage(engine, now);
}

/** Fields of a Logon (A). `heartBtInt` is in seconds. */
export function logonFields<Message extends FixMessage>(
  { codec, policy, dialect }: Engine<Message>,
  heartBtInt: number,
  { isReset, nextExpected }: { readonly isReset: boolean; readonly nextExpected: number },
  more: readonly FixOtherField[],
): readonly FixOtherField[] {
  const standardFields: FixOtherField[] = [
    [98, '0'],
    [108, String(heartBtInt)],
  ];
  if (isReset && dialect.hasReset) standardFields.push([141, 'Y']);
  if (policy.nextExpectedMsgSeqNum) standardFields.push([789, String(nextExpected)]);
  if (codec.applVerId !== undefined) standardFields.push([1137, codec.applVerId]);
  // A signer returns all fields that it signs. Header fields, such as an API key in SenderCompID (49), are already
  // present.
  const body = more.filter(([tag]) => !codec.headerTags.has(tag));
  const byTag = new Map<number, string>([...standardFields, ...body]);
  for (const [length, data] of codec.dataFields) {
    const text = byTag.get(data);
    if (text !== undefined && !byTag.has(length)) byTag.set(length, String(text.length));
  }
  return [...byTag].sort(([left], [right]) => left - right);
}

/**
 * Sends a Logout (5) with the reason for refusing a Logon (A). The peer is not authenticated, so the message uses no
 * number and leaves no trace in the store.
 */
export function sendLogonRefusal<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  sequence: number,
  now: number,
): void {
  const { writer, codec } = engine;
  writer.begin(codec.beginString, '5');
  writeHeader(writer, identity(engine, sequence, sendingTimeOf(engine, now)));
  writer.text(58, text);
  writeBytes(engine, writer.end().slice(), now);
}

/** Sends a Logout (5). */
export function sendLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string | undefined,
  now: number,
): void {
  beginMessage(engine, '5', now, undefined);
  if (text !== undefined && text !== '') engine.writer.text(58, text);
  sendSessionMessage(engine, now);
}

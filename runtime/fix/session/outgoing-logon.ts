import type { FixMessage, FixOtherField } from '../message/codec.js';
import { writeHeader } from '../message/header.js';
import type { Engine } from './engine.js';
import { beginMessage, identity, sendingTimeOf, sendSessionMessage, sent } from './outgoing.js';

/** A Logon: its own fields and those of the program, in ascending order of tags. */
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

/** The fields of a Logon; `heartBtInt` in seconds. */
export function logonFields<Message extends FixMessage>(
  { codec, policy, dialect }: Engine<Message>,
  heartBtInt: number,
  { isReset, nextExpected }: { readonly isReset: boolean; readonly nextExpected: number },
  more: readonly FixOtherField[],
): readonly FixOtherField[] {
  const own: FixOtherField[] = [
    [98, '0'],
    [108, String(heartBtInt)],
  ];
  if (isReset && dialect.hasReset) own.push([141, 'Y']);
  if (policy.nextExpectedMsgSeqNum) own.push([789, String(nextExpected)]);
  if (codec.applVerId !== undefined) own.push([1137, codec.applVerId]);
  // A signer gives every field that it signs for, such as a key that is SenderCompID: those are in the header.
  const body = more.filter(([tag]) => !codec.headerTags.has(tag));
  const given = new Map<number, string>([...own, ...body]);
  for (const [length, data] of codec.dataFields) {
    const text = given.get(data);
    if (text !== undefined && !given.has(length)) given.set(length, String(text.length));
  }
  return [...given].sort(([left], [right]) => left - right);
}

/**
 * Tells a peer that may not log on why, in a Logout. Nobody knows yet who it is, so it takes no number and leaves no trace in the store.
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
  sent(engine, writer.end().slice(), now);
}

/** A Logout. */
export function sendLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string | undefined,
  now: number,
): void {
  beginMessage(engine, '5', now, undefined);
  if (text !== undefined && text !== '') engine.writer.text(58, text);
  sendSessionMessage(engine, now);
}

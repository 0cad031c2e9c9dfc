import { FixFramer, FixView, FixWriter, writeHeader } from '@tallystick/runtime/fix';
import type { FixCodec, FixDecoded, FixMessage } from '@tallystick/runtime/fix';

/** A message as one side of a session sends it. */
export function sent<Message extends FixMessage>(
  codec: FixCodec<Message>,
  message: Message,
): Uint8Array {
  const writer = new FixWriter();
  writer.begin(codec.beginString, codec.msgTypeOf(message));
  writeHeader(writer, {
    msgSeqNum: 1,
    senderCompId: 'key',
    sendingTime: '20250128-18:00:00.000',
    targetCompId: 'Coinbase',
  });
  codec.encodeBody(message, writer);
  return writer.end().slice();
}

/** The message as the other side decodes it, or its text if it cannot be decoded. */
export function received<Message extends FixMessage>(
  codec: FixCodec<Message>,
  bytes: Uint8Array,
): FixDecoded<Message> | string {
  const framer = new FixFramer();
  framer.push(bytes);
  const found = framer.next();
  if (found !== 'message') return found ?? 'nothing';
  const view = new FixView(codec.dataFields);
  return view.read(framer.bytes, framer.start, framer.end) ?? codec.decode(view);
}

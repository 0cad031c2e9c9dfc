import { flowsOver, messagesWith } from '../../model/analysis/channel-flows.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import type { Api } from '../../model/api.js';
import { behind, isBinaryMessage, isBinarySchema } from '../../model/analysis/binary-schema.js';
import type { Channel, Message } from '../../model/message.js';
import type { SchemaId } from '../../model/schema.js';
import { subschemas } from '../../model/analysis/subschemas.js';
import { feedsOf, streamOf } from '../feeds.js';
import type { Rule } from '../rule.js';

const binaryMessage: DiagnosticType<{
  json: { name: string; contentType: string };
  payload: { name: string };
  discriminator: { name: string };
  nested: void;
  indistinguishable: { name: string; other: string; receiver: 'client' | 'server' };
  member: { name: string; member: string };
}> = defineWarning('binary-message', {
  json: ({ name, contentType }) => `"${name}" is sent as JSON, regardless of "${contentType}"`,
  payload: ({ name }) => `"${name}" is bytes, but its payload describes other values`,
  discriminator: ({ name }) => `"${name}" is bytes, which have no members to identify it by`,
  nested: () => 'bytes within JSON are a string',
  indistinguishable: ({ name, other, receiver }) =>
    `"${name}" and "${other}" cannot be distinguished when the ${receiver} receives them, because both are bytes`,
  member: ({ name, member }) => `"${name}" is bytes, which have no ${member}`,
});

/** Binary messages are distinguished and ordered only by their frame type, because they have no members. */
export const binaryMessageRule: Rule = {
  diagnostics: [binaryMessage],
  check(api, reporter) {
    for (const { connection, channels } of feedsOf(api)) {
      if (connection.protocol !== 'websocket') continue;
      const keys = new Set(channels.map(({ key }) => key));
      const transmitted = messagesWith(
        api,
        channels.flatMap(({ messages }) => messages.map(({ message }) => message)),
      );
      const seen = new Set<SchemaId>();
      for (const message of transmitted) {
        checkContent(api, message, reporter);
        const isBytes = isBinaryMessage(api.schemas, message);
        if (!isBytes && message.payload !== undefined) {
          checkNestedBytes(api, message.payload, seen, reporter);
        }
      }
      for (const to of ['client', 'server'] as const) checkSingle(api, keys, to, reporter);
      for (const channel of channels) checkChannel(api, channel, reporter);
    }
  },
};

/** Checks that a message's content type and payload agree on bytes or JSON. */
function checkContent(api: Api, message: Message, reporter: Reporter): void {
  const { name, contentType, payload, discriminator, origin } = message;
  if (!isBinaryMessage(api.schemas, message)) {
    if (isJson(contentType)) return;
    reporter.report(binaryMessage.json({ name, contentType }), origin, {
      part: 'key',
      hint: 'a message is JSON, or bytes such as "application/octet-stream"',
    });
    return;
  }
  const schema = payload === undefined ? undefined : api.schemas.get(behind(api.schemas, payload));
  const { type = ['string'] } = schema?.kind === 'keywords' ? schema.keywords : {};
  const isText =
    schema?.kind !== 'keywords' || isBinarySchema(schema.keywords) || type.includes('string');
  if (!isText) {
    reporter.report(binaryMessage.payload({ name }), origin, {
      part: 'key',
      hint: 'give it a payload with "type: string" and "format: binary", or none',
    });
  }
  if (discriminator !== undefined) {
    reporter.report(binaryMessage.discriminator({ name }), discriminator.origin);
  }
}

/** Reports bytes inside JSON. `seen` contains the schemas already checked. */
function checkNestedBytes(api: Api, root: SchemaId, seen: Set<SchemaId>, reporter: Reporter): void {
  const pending = [root];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords' || seen.has(id)) continue;
    seen.add(id);
    if (schema.keywords.format === 'binary') {
      reporter.report(binaryMessage.nested(), schema.origin, {
        hint: 'write "contentEncoding: base64", or describe the bytes as a separate message',
      });
    }
    pending.push(...subschemas(schema.keywords));
  }
}

/** Reports more than one binary message in one direction of a connection. */
function checkSingle(
  api: Api,
  channels: ReadonlySet<string>,
  side: 'client' | 'server',
  reporter: Reporter,
): void {
  const keys = new Set(
    flowsOver(api, channels).flatMap(({ channel, to, messages, reply }) => [
      ...(channels.has(channel) && to === side ? messages : []),
      ...(channels.has(reply?.channel ?? channel) && to !== side ? (reply?.messages ?? []) : []),
    ]),
  );
  const [first, ...others] = messagesWith(api, keys).filter((message) =>
    isBinaryMessage(api.schemas, message),
  );
  for (const other of others) {
    reporter.report(
      binaryMessage.indistinguishable({
        name: other.name,
        other: first?.name ?? '',
        receiver: side,
      }),
      other.origin,
      {
        part: 'key',
        hint: 'describe one of them at another address, or both as one message',
        related: first === undefined ? [] : [{ message: `"${first.name}"`, origin: first.origin }],
      },
    );
  }
}

/** Reports feed extensions that need members of a message, for binary messages. Keys and sequence numbers are checked by `feed-pointer`. */
function checkChannel(api: Api, channel: Channel, reporter: Reporter): void {
  const { book, conflate } = channel.feed;
  for (const message of streamOf(api, channel)) {
    if (!isBinaryMessage(api.schemas, message)) continue;
    const reportMissing = (origin: Channel['origin'], what: string): void =>
      reporter.report(binaryMessage.member({ name: message.name, member: what }), origin);
    if (conflate?.mode === 'merge') reportMissing(conflate.origin, 'rows');
    if (book?.snapshot.message === message.key) reportMissing(book.origin, 'prices');
  }
}

function isJson(contentType: string): boolean {
  return /^(?:application|text)\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

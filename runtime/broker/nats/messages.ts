import { headers } from '@nats-io/transport-node';
import {
  checkHeaders,
  headerFields,
  type HeaderRules,
  headersOf,
  readHeaders,
} from '../adapter/header-fields.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { AddressSyntax, Delivery, OutgoingMessage } from '../broker.js';
import type { NatsConnection, NatsHeaders, NatsMessage } from './client.js';

/** Subjects of NATS. */
export const subjects: AddressSyntax = {
  separator: '.',
  one: '*',
  rest: '>',
  reserved: /[\s.*>%$\p{Cc}]/u,
  escape: true,
  // The server reads at most 4,096 bytes before the payload, with the subject of the reply.
  maxBytes: 2_048,
};

/** White space, wildcards and empty levels. */
export const illegalSubject: RegExp = /\s|^\.|\.$|\.\.|(?:^|\.)[*>](?:\.|$)/u;

/** White space, empty levels, and levels after the wildcard for the rest. */
export const illegalPattern: RegExp = /\s|^\.|\.$|\.\.|(?:^|\.)>\./u;

const names = {
  contentType: 'Content-Type',
  id: 'Nats-Msg-Id',
  correlationId: 'Correlation-Id',
} as const;
const fields = {
  core: headerFields(names),
  // JetStream uses the subject for replies itself.
  stream: headerFields({ ...names, replyTo: 'Reply-To' }),
};

// The library removes white space at both ends, and lone surrogates are not UTF-8.
const rules: HeaderRules = {
  protocol: 'NATS',
  name: /^[!-9;-~]+$/,
  value: /^(?!\s)(?:[^\r\n\p{Cs}]*[^\s\p{Cs}])?$/u,
};

/** The headers of an outgoing message; `undefined` if it has none. */
export function writeHeaders(
  message: OutgoingMessage,
  where: 'core' | 'stream',
): NatsHeaders | undefined {
  const all = headersOf(message, fields[where]);
  if (all.length === 0) return undefined;
  checkHeaders(all, rules);
  const result = headers();
  for (const [name, value] of all) result.append(name, value);
  return result;
}

/** A received message, with the number of its earlier deliveries. */
export function readMessage(
  message: NatsMessage,
  where: 'core' | 'stream',
  redeliveries: number,
): Delivery {
  const received: [string, string][] = [];
  for (const [name, [value = '']] of message.headers ?? []) received.push([name, value]);
  const read = readHeaders(received, fields[where]);
  const reply = where === 'core' && message.reply ? { replyTo: message.reply } : {};
  return { address: message.subject, payload: message.data, ...read, ...reply, redeliveries };
}

/** Passes what happens to a connection on, until it or the broker is closed. */
export function watchConnection(
  connection: NatsConnection,
  lifecycle: Lifecycle,
  reconnected = (): void => undefined,
): void {
  const watch = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (lifecycle.isClosed) return;
      if (status.type === 'disconnect') lifecycle.emit({ kind: 'disconnected' });
      else if (status.type === 'reconnect') {
        lifecycle.emit({ kind: 'connected' });
        reconnected();
      } else if (status.type === 'error') lifecycle.fail('NATS reported an error', status.error);
    }
  };
  watch().catch((error: unknown) => lifecycle.fail('The connection to NATS ended', error));
  void connection.closed().then((error) => {
    if (!lifecycle.isClosed)
      lifecycle.fail('The connection to NATS has been closed', error ?? undefined);
  });
}

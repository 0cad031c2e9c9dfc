import { describe, expect, it } from 'vitest';
import { lintText } from './lint-text.js';

const channel = (messages: string, payloads: string): string =>
  [
    'asyncapi: 3.0.0',
    'info: { title: T, version: 1.0.0 }',
    'channels:',
    '  c:',
    '    messages:',
    ...messages
      .trim()
      .split('\n')
      .map((line) => `      ${line}`),
    'operations:',
    `  o: { action: send, channel: { $ref: '#/channels/c' }${payloads} }`,
  ].join('\n');
const message = (name: string, schema: string): string => `${name}: { payload: { ${schema} } }`;
const typed = (name: string): string =>
  message(name, `type: object, properties: { type: { const: ${name} } }`);

describe('messages of a channel', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['are distinguished by a constant', channel(`${typed('a')}\n${typed('b')}`, ''), []],
    [
      'are distinguished by type',
      channel(`${message('a', 'type: array')}\n${message('b', 'type: [object, string]')}`, ''),
      [],
    ],
    [
      'are distinguished by the first element',
      channel(
        ['a', 'b']
          .map(
            (name) =>
              `${name}: { payload: { schemaFormat: 'application/schema+json;version=2020-12', schema: { type: array, prefixItems: [{ const: ${name} }] } } }`,
          )
          .join('\n'),
        '',
      ),
      [],
    ],
    [
      'are distinguished by a property that one of them requires',
      channel(
        `${message('a', 'required: [x], properties: { x: {} }')}\n${message('b', 'properties: { y: {} }')}`,
        '',
      ),
      [],
    ],
    [
      'are reported once each if nothing distinguishes them',
      channel(
        `${typed('a')}\n${message('b', 'type: object')}\n${message('c', 'type: object')}`,
        '',
      ),
      ['warning indistinguishable-messages 7', 'warning indistinguishable-messages 8'],
    ],
    [
      'need not be distinguished if only one of them is sent',
      channel(
        `${message('a', 'type: object')}\n${message('b', 'type: object')}`,
        ", messages: [{ $ref: '#/channels/c/messages/b' }]",
      ),
      [],
    ],
    [
      'are accepted with a correlation id that they have',
      channel(
        'a: { correlationId: { location: $message.payload#/rows/0/id }, payload: { type: object, properties: { rows: { type: array, items: { properties: { id: {} } } } } } }',
        '',
      ),
      [],
    ],
    [
      'are reported with a correlation id that they do not have',
      channel(
        'a: { correlationId: { location: $message.payload#/idd }, payload: { properties: { id: {} } } }',
        '',
      ),
      ['warning correlation-id 6'],
    ],
    [
      'are reported with a correlation id in headers that they do not have',
      channel('a: { correlationId: { location: $message.header#/id }, payload: {} }', ''),
      ['warning correlation-id 6'],
    ],
    [
      'are accepted with a correlation id in a payload of any type',
      channel('a: { correlationId: { location: $message.payload#/id }, payload: {} }', ''),
      [],
    ],
    [
      'are reported with an unknown location of the reply address',
      channel(
        'a: { payload: { properties: { back: {} } } }',
        ', reply: { address: { location: $message.payload#/bak } }',
      ),
      ['warning correlation-id 8'],
    ],
  ])('%s', async (_what, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });
});

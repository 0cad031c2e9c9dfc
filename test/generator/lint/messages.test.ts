import { describe, expect, it } from 'vitest';
import { said } from './said.js';

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

describe('messages', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['that differ by a constant are told apart', channel(`${typed('a')}\n${typed('b')}`, ''), []],
    [
      'that differ by type are told apart',
      channel(`${message('a', 'type: array')}\n${message('b', 'type: [object, string]')}`, ''),
      [],
    ],
    [
      'that differ by the first element are told apart',
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
      'that differ by a member that one of them demands are told apart',
      channel(
        `${message('a', 'required: [x], properties: { x: {} }')}\n${message('b', 'properties: { y: {} }')}`,
        '',
      ),
      [],
    ],
    [
      'that nothing tells apart are reported once each',
      channel(
        `${typed('a')}\n${message('b', 'type: object')}\n${message('c', 'type: object')}`,
        '',
      ),
      ['warning indistinguishable-messages 7', 'warning indistinguishable-messages 8'],
    ],
    [
      'of which only one travels are told apart',
      channel(
        `${message('a', 'type: object')}\n${message('b', 'type: object')}`,
        ", messages: [{ $ref: '#/channels/c/messages/b' }]",
      ),
      [],
    ],
    [
      'have the correlation id that they name',
      channel(
        'a: { correlationId: { location: $message.payload#/rows/0/id }, payload: { type: object, properties: { rows: { type: array, items: { properties: { id: {} } } } } } }',
        '',
      ),
      [],
    ],
    [
      'that have no such correlation id are reported',
      channel(
        'a: { correlationId: { location: $message.payload#/idd }, payload: { properties: { id: {} } } }',
        '',
      ),
      ['warning correlation-id 6'],
    ],
    [
      'without headers have no correlation id in them',
      channel('a: { correlationId: { location: $message.header#/id }, payload: {} }', ''),
      ['warning correlation-id 6'],
    ],
    [
      'that may hold anything may hold a correlation id',
      channel('a: { correlationId: { location: $message.payload#/id }, payload: {} }', ''),
      [],
    ],
    [
      'say where the address of a reply is',
      channel(
        'a: { payload: { properties: { back: {} } } }',
        ', reply: { address: { location: $message.payload#/bak } }',
      ),
      ['warning correlation-id 8'],
    ],
  ])('%s', async (_what, text, want) => {
    expect(await said(text)).toEqual(want);
  });
});

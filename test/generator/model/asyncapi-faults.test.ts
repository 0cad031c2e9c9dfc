import { describe, expect, it } from 'vitest';
import { read } from './read.js';

const info = 'info: { title: T, version: 1.0.0 }';
const three = (...lines: readonly string[]): string =>
  ['asyncapi: 3.0.0', info, ...lines].join('\n');
const two = (...lines: readonly string[]): string => ['asyncapi: 2.6.0', info, ...lines].join('\n');

/** Expected diagnostics with their lines and columns. */
describe('mistakes in AsyncAPI', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    [
      'a version that is a number',
      'asyncapi: 3.0',
      ['warning loose-form api.yaml:1:11', 'error missing-member api.yaml:1:1'],
    ],
    ['no info', 'asyncapi: 3.0.0', ['error missing-member api.yaml:1:1']],
    ['no channels in version 2', two(), ['error missing-member api.yaml:1:1']],
    ['no channels in version 3', three(), []],
    ['an unknown view', three('x-view: receiver'), ['error invalid-extension api.yaml:3:9']],
    [
      'a server without a protocol, and one without a host',
      three('servers:', '  a: { host: h }', '  b: { protocol: ws }'),
      ['error missing-member api.yaml:4:6', 'error missing-member api.yaml:5:6'],
    ],
    [
      'a url where a host belongs',
      three('servers:', '  a: { url: h, protocol: ws }'),
      ['warning unknown-member api.yaml:4:8', 'error missing-member api.yaml:4:6'],
    ],
    [
      'a host that contains code',
      three('servers:', `  a: { host: "h';x()//", protocol: ws }`),
      ['error invalid-value api.yaml:4:14'],
    ],
    [
      'a channel in place of a reference',
      three('operations:', '  a: { action: send, channel: { address: x } }'),
      ['error invalid-value api.yaml:4:31'],
    ],
    [
      'an unknown action',
      three(
        'channels: { c: {} }',
        "operations: { a: { action: sends, channel: { $ref: '#/channels/c' } } }",
      ),
      ['error invalid-value api.yaml:4:28'],
    ],
    [
      'a message of another channel',
      three(
        'channels: { c: { messages: { m: { payload: {} } } }, d: {} }',
        "operations: { a: { action: send, channel: { $ref: '#/channels/d' }, messages: [{ $ref: '#/channels/c/messages/m' }] } }",
      ),
      ['error foreign-message api.yaml:4:80'],
    ],
    [
      'a server of components that the document does not use',
      three(
        "channels: { c: { servers: [{ $ref: '#/components/servers/s' }] } }",
        'components: { servers: { s: { host: h, protocol: ws } } }',
      ),
      ['error undeclared-server api.yaml:3:28'],
    ],
    [
      'a query in an address',
      three('channels: { c: { address: "/a?b=1" } }'),
      ['warning address-query api.yaml:3:27'],
    ],
    [
      'bindings of an unknown protocol',
      three('channels: { c: { bindings: { websocket: {} } } }'),
      ['warning unknown-protocol api.yaml:3:30'],
    ],
    [
      'a discriminator that is an object',
      three('components: { schemas: { A: { discriminator: { propertyName: a } } } }'),
      ['error invalid-type api.yaml:3:46'],
    ],
    [
      'an empty example',
      three('components: { messages: { m: { examples: [{ name: a }] } } }'),
      ['error missing-member api.yaml:3:43'],
    ],
    [
      'a flow without its address',
      two(
        'channels: {}',
        'components: { securitySchemes: { o: { type: oauth2, flows: { password: { scopes: {} } } } } }',
      ),
      ['error missing-member api.yaml:4:72'],
    ],
    [
      'a missing message',
      two(
        'channels:',
        '  c:',
        '    publish: { message: null }',
        '    subscribe: { message: { oneOf: [1] } }',
      ),
      ['error invalid-type api.yaml:5:25', 'error invalid-type api.yaml:6:37'],
    ],
    [
      'a trait without warnings for its extension',
      three('components: { messageTraits: { t: { x-a: 1, payload: {} } } }'),
      ['warning unknown-member api.yaml:3:45'],
    ],
  ])('are reported as expected: %s', (_what, text, want) => {
    expect(read(text).places).toEqual(want);
  });
});

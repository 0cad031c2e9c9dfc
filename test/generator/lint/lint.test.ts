import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText, ok, state, header, page, fault, form, jwt, linked } from './lint-text.js';

describe('rules that are always on', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['states that exist', state('{ initial: [cold], transitions: { cold: [hot] } }'), []],
    [
      'a state that does not exist',
      state('{ transitions: { cold: [hott] } }'),
      ['error unknown-state 8'],
    ],
    [
      'a state that is never reached',
      state('{ initial: [cold], transitions: { hot: [cold] } }'),
      ['warning unreachable-state 8'],
    ],
    ['a table without transitions', state('{}'), ['error invalid-extension 8']],
    [
      'an idempotency header',
      header('in: header, x-idempotency: true, schema: { type: string, maxLength: 36 }'),
      [],
    ],
    [
      'an idempotency header that is too short for a UUID',
      header('in: header, x-idempotency: true, schema: { type: string, maxLength: 20 }'),
      ['error idempotency-header 7'],
    ],
    [
      'an idempotency parameter in the query',
      header('in: query, x-idempotency: true, schema: { type: string }'),
      ['error idempotency-header 7'],
    ],
    [
      'an idempotency header of numbers',
      header('in: header, x-idempotency: true, schema: { type: integer }'),
      ['error idempotency-header 7'],
    ],
    [
      'a cursor in the body',
      page('{ request: { query: page }, next: { body: /next }, items: /data, hasMore: /more }'),
      [],
    ],
    [
      'a cursor in a header',
      page('{ request: { query: page }, next: { header: x-next }, items: /data }'),
      [],
    ],
    [
      'an unknown cursor parameter',
      page('{ request: { query: pag }, next: { body: /next }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'a cursor parameter that is required',
      page('{ request: { query: needed }, next: { body: /next }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'an unknown cursor property',
      page('{ request: { query: page }, next: { body: /nxt }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'items that are not an array',
      page('{ request: { query: page }, next: { body: /next }, items: /more }'),
      ['error pagination-schema 6'],
    ],
    [
      'a flag that is not a boolean',
      page('{ request: { query: page }, next: { body: /next }, items: /data, hasMore: /next }'),
      ['error pagination-schema 6'],
    ],
    [
      'an invalid pointer',
      page('{ request: { query: page }, next: { body: next }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'an unknown member',
      page('{ request: { query: page }, next: { body: /next }, items: /data, item: /x }'),
      ['error invalid-extension 6'],
    ],
    [
      'an error shape',
      fault('{ message: message, code: code, codes: { default: a, not-found: b } }'),
      [],
    ],
    [
      'an unknown property',
      fault('{ message: msg }'),
      ['error error-shape 13', 'error error-shape 13'],
    ],
    [
      'a property of the wrong type',
      fault('{ message: message, violations: count }'),
      ['error error-shape 13'],
    ],
    [
      'a code outside the enum',
      fault('{ message: message, code: code, codes: { default: c } }'),
      ['error error-shape 13'],
    ],
    [
      'an unknown fault',
      fault('{ message: message, code: code, codes: { default: a, not-fond: b } }'),
      ['error invalid-extension 13'],
    ],
    [
      'messages for faults',
      fault('{ message: message, messages: { not-found: Gone, x-basis: public } }'),
      [],
    ],
    [
      'messages for unknown faults, and a message that is not text',
      fault('{ message: message, messages: { default: Gone, not-found: 4 } }'),
      ['error invalid-extension 13', 'error invalid-extension 13'],
    ],
    [
      'codes without a default',
      fault('{ message: message, code: code, codes: { not-found: b } }'),
      ['error invalid-extension 13'],
    ],
    [
      'an unused variable',
      description({ root: 'x-variables: { a: { default: b } }' }),
      ['warning unused-variable 3'],
    ],
    [
      'an unknown basis',
      description({ paths: `/a:\n  get:\n    x-basis: guess\n    ${ok}` }),
      ['error unknown-basis 6'],
    ],
    [
      'links to operations of this description and of another one',
      linked(
        '{ a: { operationId: read, parameters: { id: 1, path.id: 2 } }, b: { operationRef: "#/paths/~1a~1%7Bid%7D/get" }, c: { operationRef: "https://example.com/api#/paths/~1a/get" } }',
      ),
      [],
    ],
    [
      'a link to an unknown operation, and one with an unknown parameter',
      linked(
        '{ a: { operationId: reed }, b: { operationRef: "#/paths/~1b/get" }, c: { operationId: read, parameters: { ident: 1 } } }',
      ),
      ['warning unresolved-link 8', 'warning unresolved-link 8', 'warning unresolved-link 8'],
    ],
    [
      'a style that supports the type',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, style: deepObject, schema: { type: object } }]\n    ${ok}`,
      }),
      [],
    ],
    [
      'a style that does not support the type',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, style: deepObject, schema: { type: string } }]\n    ${ok}`,
      }),
      ['warning style-type 6'],
    ],
    [
      'an exploded object with the name of another parameter',
      description({
        paths: `/a:\n  get:\n    parameters:\n      - { name: page, in: query, schema: { type: integer } }\n      - { name: pageable, in: query, schema: { type: object, properties: { page: { type: integer } } } }\n    ${ok}`,
      }),
      ['warning shared-parameter-name 8'],
    ],
    [
      'two exploded cookies with a common property',
      description({
        paths: `/a:\n  get:\n    parameters:\n      - { name: a, in: cookie, schema: { type: object, properties: { x: { type: string } } } }\n      - { name: b, in: cookie, schema: { type: object, properties: { x: { type: string } } } }\n    ${ok}`,
      }),
      ['warning shared-parameter-name 8'],
    ],
    [
      'objects that are sent under different names',
      description({
        paths: `/a:\n  get:\n    parameters:\n      - { name: page, in: header, schema: { type: integer } }\n      - { name: a, in: query, style: deepObject, schema: { type: object, properties: { page: { type: integer } } } }\n      - { name: b, in: query, explode: false, schema: { type: object, properties: { page: { type: integer } } } }\n      - { name: c, in: query, schema: { type: object, properties: { page: { type: integer } } } }\n    ${ok}`,
      }),
      [],
    ],
    [
      'parts with styles that support their types',
      form(
        'file: { style: form }\nids: { explode: false }\nflat: { style: form }\ndeep: { style: deepObject }',
      ),
      [],
    ],
    [
      'parts with styles that do not support their types',
      form(
        'ids: { style: deepObject }\nflat: { style: form }\ndeep: { style: form }\nfile: { style: pipeDelimited }',
      ),
      ['warning style-type 14', 'warning style-type 15'],
    ],
    [
      'headers of parts, and nested encodings',
      form(
        'file: { headers: { X-A: { schema: { type: string } } } }\nids: { headers: { Content-Disposition: { schema: {} } } }\nflat: { explode: true, headers: { X-A: { schema: {} } } }\ndeep: { contentType: multipart/mixed, encoding: {}, itemEncoding: {} }',
      ),
      [
        'warning ignored-encoding 13',
        'error unsupported-encoding 14',
        'error unsupported-encoding 15',
        'error unsupported-encoding 15',
      ],
    ],
    [
      'styles of parts that are streamed',
      form(
        'file: { style: form }\nids: { style: form }\nflat: { style: form }\ndeep: { style: deepObject }',
      ).replace(/^( *)schema:/m, '$1x-stream-parts: true\n$1schema:'),
      ['error invalid-extension 15', 'error invalid-extension 16'],
    ],
    [
      'encodings of a media type that is not a form',
      form('file: {}', 'multipart/mixed'),
      ['warning ignored-encoding 11'],
    ],
    [
      'a default of another type',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, schema: { type: integer, default: '1' } }]\n    ${ok}`,
      }),
      ['warning default-type 6'],
    ],
    [
      'a default of the type behind a reference',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, schema: { $ref: '#/components/schemas/A' } }]\n    ${ok}`,
        components: `schemas: { A: { type: [integer, 'null'], default: null } }`,
      }),
      [],
    ],
    [
      'a credential in the path',
      description({
        paths: `/{k}:\n  get:\n    parameters: [{ name: k, in: path, required: true, x-credential: true, schema: { type: string } }]\n    ${ok}`,
      }),
      [],
    ],
    [
      'a credential in a header',
      header('in: header, x-credential: true, schema: { type: string }'),
      ['error invalid-extension 7'],
    ],
    [
      'descriptions of enum values',
      description({
        components: 'schemas:\n  A: { enum: [a], x-enum-descriptions: { a: First. } }',
      }),
      [],
    ],
    [
      'a description of a value that is not listed',
      description({
        components: 'schemas:\n  A: { enum: [a], x-enum-descriptions: { a: First., b: Second. } }',
      }),
      ['error enum-descriptions 6'],
    ],
    [
      'names for all values but null',
      description({
        components:
          'schemas:\n  A: { enum: [a, b, null], x-enum-varnames: [First, Second] }\n  B: { enum: [a], x-enumNames: [First] }',
      }),
      [],
    ],
    [
      'fewer or more names than values',
      description({
        components: 'schemas:\n  A: { enum: [a, b], x-enum-varnames: [First] }',
      }),
      ['warning enum-names 6'],
    ],
  ])('report the diagnostics expected for %s', async (_what, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });

  it.each<
    [what: string, change: (scheme: Record<string, unknown>) => void, want: readonly string[]]
  >([
    ['a valid scheme', () => undefined, []],
    [
      'an unknown expression',
      (scheme) => (scheme['header'] = { kid: '{credential.keyName}', n: '{nonce}' }),
      ['error jwt-template 8'],
    ],
    [
      'a random text of too few bytes',
      (scheme) => (scheme['header'] = { n: '{random.hex.4}' }),
      ['error jwt-template 8'],
    ],
    [
      'the secret in a token',
      (scheme) => (scheme['header'] = { kid: '{credential.keySecret}' }),
      ['error jwt-template 8'],
    ],
    [
      'an unknown parameter',
      (scheme) => (scheme['header'] = { kid: '{credential.keyname}' }),
      ['error jwt-template 8'],
    ],
    [
      'a key format without a matching algorithm',
      (scheme) => (scheme['keyFormats'] = ['ed25519']),
      ['error jwt-template 8'],
    ],
    [
      'an unknown algorithm',
      (scheme) => (scheme['algorithms'] = ['HS256']),
      ['error invalid-extension 8'],
    ],
    [
      'a lifetime without an expiry claim',
      (scheme) => (scheme['lifetime'] = 30),
      ['error jwt-claims 8'],
    ],
    [
      'a claim that is required but not sent',
      (scheme) => (scheme['verify'] = { key: { header: 'kid' }, claims: { aud: {} } }),
      ['error jwt-claims 8'],
    ],
    [
      'a claim that is sent but forbidden',
      (scheme) =>
        (scheme['verify'] = { key: { header: 'kid' }, claims: { iss: { presence: 'forbidden' } } }),
      ['error jwt-claims 8'],
    ],
    [
      'a misspelt rule',
      (scheme) =>
        (scheme['verify'] = { key: { header: 'kid' }, claims: { exp: { presense: 'required' } } }),
      ['error jwt-verify 8'],
    ],
    [
      'a key from an unknown scheme',
      (scheme) => (scheme['verify'] = { key: { principal: 'other' } }),
      ['error jwt-verify 8'],
    ],
    ['a verifier without a key', (scheme) => (scheme['verify'] = {}), ['error jwt-verify 8']],
    [
      'a maximum age without the claim that it is counted from',
      (scheme) => (scheme['verify'] = { key: { header: 'kid' }, maxAge: 60 }),
      ['error jwt-verify 8'],
    ],
  ])('x-jwt: report the diagnostics expected for %s', async (_what, change, want) => {
    expect(await lintText(jwt(change))).toEqual(want);
  });

  it('x-jwt: report a required scope that the scheme does not list', async () => {
    const listed = (scheme: Record<string, unknown>): void => {
      scheme['scopes'] = { view: 'Reading.' };
    };
    expect(await lintText(jwt(listed, ['view']))).toEqual([]);
    expect(await lintText(jwt(listed, ['veiw']))).toEqual(['error jwt-operation 7']);
    expect(await lintText(jwt(() => undefined, ['anything']))).toEqual([]);
  });

  it('require an error shape of every operation once one has it', async () => {
    const shape =
      '{ description: x, content: { application/json: { schema: { type: object, properties: { m: { type: string } }, x-error: { message: m } } } } }';
    const text = description({
      paths: `/a:\n  get: { responses: { default: ${shape} } }\n/b:\n  get: { ${ok} }`,
    });
    expect(await lintText(text)).toEqual(['error missing-error-shape 7']);
  });

  it('accept the examples of the guide', async () => {
    const guide = readFileSync('docs/guide/extensions.md', 'utf8');
    const examples = [...guide.matchAll(/```yaml\n(openapi:.*?)```/gs)].map(
      ([, text = '']) => text,
    );
    expect(examples.length).toBeGreaterThan(8);
    expect((await Promise.all(examples.map((text) => lintText(text)))).flat()).toEqual([]);
  });
});

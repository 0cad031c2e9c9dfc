import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { description } from '../model/reading.js';
import { said, ok, state, header, page, fault, form, jwt, linked } from './said.js';

describe('rules that always hold', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['states that exist', state('{ initial: [cold], transitions: { cold: [hot] } }'), []],
    [
      'a state that does not',
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
      'one that is too short for a UUID',
      header('in: header, x-idempotency: true, schema: { type: string, maxLength: 20 }'),
      ['error idempotency-header 7'],
    ],
    [
      'one in the query',
      header('in: query, x-idempotency: true, schema: { type: string }'),
      ['error idempotency-header 7'],
    ],
    [
      'one of numbers',
      header('in: header, x-idempotency: true, schema: { type: integer }'),
      ['error idempotency-header 7'],
    ],
    [
      'pages in the body',
      page('{ request: { query: page }, next: { body: /next }, items: /data, hasMore: /more }'),
      [],
    ],
    [
      'pages in a header',
      page('{ request: { query: page }, next: { header: x-next }, items: /data }'),
      [],
    ],
    [
      'a cursor parameter that is not there',
      page('{ request: { query: pag }, next: { body: /next }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'a cursor parameter that is required',
      page('{ request: { query: needed }, next: { body: /next }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'a cursor that is not there',
      page('{ request: { query: page }, next: { body: /nxt }, items: /data }'),
      ['error pagination-schema 6'],
    ],
    [
      'items that are no array',
      page('{ request: { query: page }, next: { body: /next }, items: /more }'),
      ['error pagination-schema 6'],
    ],
    [
      'a flag that is no boolean',
      page('{ request: { query: page }, next: { body: /next }, items: /data, hasMore: /next }'),
      ['error pagination-schema 6'],
    ],
    [
      'a pointer that is none',
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
      'a member that is not there',
      fault('{ message: msg }'),
      ['error error-shape 13', 'error error-shape 13'],
    ],
    [
      'a member of the wrong type',
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
      'texts for faults',
      fault('{ message: message, messages: { not-found: Gone, x-basis: public } }'),
      [],
    ],
    [
      'texts for what is no fault, and no text',
      fault('{ message: message, messages: { default: Gone, not-found: 4 } }'),
      ['error invalid-extension 13', 'error invalid-extension 13'],
    ],
    [
      'codes without a default',
      fault('{ message: message, code: code, codes: { not-found: b } }'),
      ['error invalid-extension 13'],
    ],
    [
      'a variable that nothing uses',
      description({ root: 'x-variables: { a: { default: b } }' }),
      ['warning unused-variable 3'],
    ],
    [
      'a basis that is none',
      description({ paths: `/a:\n  get:\n    x-basis: guess\n    ${ok}` }),
      ['error unknown-basis 6'],
    ],
    [
      'links to operations of the description, and to somebody else',
      linked(
        '{ a: { operationId: read, parameters: { id: 1, path.id: 2 } }, b: { operationRef: "#/paths/~1a~1%7Bid%7D/get" }, c: { operationRef: "https://example.com/api#/paths/~1a/get" } }',
      ),
      [],
    ],
    [
      'links to nothing, and to an operation without such a parameter',
      linked(
        '{ a: { operationId: reed }, b: { operationRef: "#/paths/~1b/get" }, c: { operationId: read, parameters: { ident: 1 } } }',
      ),
      ['warning unresolved-link 8', 'warning unresolved-link 8', 'warning unresolved-link 8'],
    ],
    [
      'a style that spells the type',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, style: deepObject, schema: { type: object } }]\n    ${ok}`,
      }),
      [],
    ],
    [
      'a style that can not',
      description({
        paths: `/a:\n  get:\n    parameters: [{ name: a, in: query, style: deepObject, schema: { type: string } }]\n    ${ok}`,
      }),
      ['warning style-type 6'],
    ],
    [
      'parts whose styles can spell them',
      form(
        'file: { style: form }\nids: { explode: false }\nflat: { style: form }\ndeep: { style: deepObject }',
      ),
      [],
    ],
    [
      'parts whose styles can not',
      form(
        'ids: { style: deepObject }\nflat: { style: form }\ndeep: { style: form }\nfile: { style: pipeDelimited }',
      ),
      ['warning style-type 14', 'warning style-type 15'],
    ],
    [
      'lines of parts, and parts of parts',
      form(
        'file: { headers: { X-A: { schema: { type: string } } } }\nids: { headers: { Content-Disposition: { schema: {} } } }\nflat: { explode: true, headers: { X-A: { schema: {} } } }\ndeep: { contentType: multipart/mixed, encoding: {}, itemEncoding: {} }',
      ),
      [
        'warning unsupported-encoding 13',
        'error unsupported-encoding 14',
        'error unsupported-encoding 15',
        'error unsupported-encoding 15',
      ],
    ],
    [
      'styles of parts that are handed over one by one',
      form(
        'file: { style: form }\nids: { style: form }\nflat: { style: form }\ndeep: { style: deepObject }',
      ).replace(/^( *)schema:/m, '$1x-stream-parts: true\n$1schema:'),
      ['error invalid-extension 15', 'error invalid-extension 16'],
    ],
    [
      'encodings of what is no form',
      form('file: {}', 'multipart/mixed'),
      ['warning unsupported-encoding 11'],
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
      'a credential elsewhere',
      header('in: header, x-credential: true, schema: { type: string }'),
      ['error invalid-extension 7'],
    ],
    [
      'prose for values',
      description({
        components: 'schemas:\n  A: { enum: [a], x-enum-descriptions: { a: First. } }',
      }),
      [],
    ],
    [
      'prose for a value that is none',
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
      'names for other values than there are',
      description({
        components: 'schemas:\n  A: { enum: [a, b], x-enum-varnames: [First] }',
      }),
      ['warning enum-names 6'],
    ],
  ])('%s', async (_what, text, want) => {
    expect(await said(text)).toEqual(want);
  });

  it.each<
    [what: string, change: (scheme: Record<string, unknown>) => void, want: readonly string[]]
  >([
    ['a scheme that is whole', () => undefined, []],
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
      'a format that fits no algorithm',
      (scheme) => (scheme['keyFormats'] = ['ed25519']),
      ['error jwt-template 8'],
    ],
    [
      'an unknown algorithm',
      (scheme) => (scheme['algorithms'] = ['HS256']),
      ['error invalid-extension 8'],
    ],
    ['a lifetime that is not kept', (scheme) => (scheme['lifetime'] = 30), ['error jwt-claims 8']],
    [
      'a claim that is demanded and not sent',
      (scheme) => (scheme['verify'] = { key: { header: 'kid' }, claims: { aud: {} } }),
      ['error jwt-claims 8'],
    ],
    [
      'a claim that is sent and forbidden',
      (scheme) =>
        (scheme['verify'] = { key: { header: 'kid' }, claims: { iss: { presence: 'forbidden' } } }),
      ['error jwt-claims 8'],
    ],
    [
      'a rule with a slip',
      (scheme) =>
        (scheme['verify'] = { key: { header: 'kid' }, claims: { exp: { presense: 'required' } } }),
      ['error jwt-verify 8'],
    ],
    [
      'a key from a scheme that is not there',
      (scheme) => (scheme['verify'] = { key: { principal: 'other' } }),
      ['error jwt-verify 8'],
    ],
    ['a verifier without a key', (scheme) => (scheme['verify'] = {}), ['error jwt-verify 8']],
    [
      'an age without the claim it is counted from',
      (scheme) => (scheme['verify'] = { key: { header: 'kid' }, maxAge: 60 }),
      ['error jwt-verify 8'],
    ],
  ])('x-jwt: %s', async (_what, change, want) => {
    expect(await said(jwt(change))).toEqual(want);
  });

  it('wants an error shape on every operation once one has it', async () => {
    const shape =
      '{ description: x, content: { application/json: { schema: { type: object, properties: { m: { type: string } }, x-error: { message: m } } } } }';
    const text = description({
      paths: `/a:\n  get: { responses: { default: ${shape} } }\n/b:\n  get: { ${ok} }`,
    });
    expect(await said(text)).toEqual(['error missing-error-shape 7']);
  });

  it('finds nothing wrong with the examples of the guide', async () => {
    const guide = readFileSync('docs/guide/extensions.md', 'utf8');
    const examples = [...guide.matchAll(/```yaml\n(openapi:.*?)```/gs)].map(
      ([, text = '']) => text,
    );
    expect(examples.length).toBeGreaterThan(8);
    expect((await Promise.all(examples.map((text) => said(text)))).flat()).toEqual([]);
  });
});

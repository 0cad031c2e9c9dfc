import { connect } from '@tallystick/runtime/http';
import * as validate from '@tallystick/runtime/validate';
import { lowerFirst } from '../../generator/plan/names/words.js';
import { describe, expect, test } from 'vitest';
import * as zod from 'zod';
import { generate } from '../../generator/index.js';
import { memoryHost } from '../../generator/host/memory.js';
import { evaluate } from '../conformance/json-schema/libraries.js';
import { authority, documentOf } from './suite/document.js';
import { generateTopic } from './suite/generated.js';
import { ways } from './suite/mounts.js';

const form = (name: string) => ({
  required: true,
  content: { 'multipart/form-data': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const done = { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } };
const binary = { type: 'string', format: 'binary' };

const topic = {
  name: 'form-bytes',
  title: 'Bytes of forms',
  operations: {
    upload: { method: 'post', requestBody: form('Upload'), responses: done },
    again: { method: 'post', requestBody: form('Upload'), responses: done },
    extend: { method: 'post', requestBody: form('Extended'), responses: done },
    retouch: { method: 'post', requestBody: form('Retouched'), responses: done },
    album: { method: 'post', requestBody: form('Album'), responses: done },
    albums: { method: 'post', requestBody: form('Albums'), responses: done },
    choose: { method: 'post', requestBody: form('Chosen'), responses: done },
    count: { method: 'post', requestBody: form('Counted'), responses: done },
    countPlainly: {
      method: 'post',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Counted' } },
        },
      },
      responses: done,
    },
    keep: {
      method: 'post',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Kept' } } },
      },
      responses: done,
    },
  },
  components: {
    schemas: {
      Upload: {
        type: 'object',
        required: ['photo'],
        properties: {
          photo: { ...binary, minLength: 2, maxLength: 5 },
          more: { type: 'array', items: { contentMediaType: 'image/png' } },
          none: { type: ['string', 'null'], format: 'binary' },
          shared: { $ref: '#/components/schemas/Bytes' },
          about: { type: 'object', properties: { thumbnail: binary } },
        },
      },
      Extended: {
        allOf: [
          { $ref: '#/components/schemas/Upload' },
          {
            type: 'object',
            required: ['short'],
            properties: { short: { allOf: [{ type: 'string', maxLength: 3 }, binary] } },
          },
        ],
      },
      Plain: {
        type: 'object',
        required: ['photo'],
        properties: { photo: { type: 'string', maxLength: 5 } },
      },
      Retouched: {
        allOf: [
          { $ref: '#/components/schemas/Plain' },
          { type: 'object', properties: { photo: binary } },
        ],
      },
      Album: {
        type: 'object',
        properties: { title: { type: 'string' } },
        additionalProperties: { ...binary, maxLength: 5 },
      },
      Albums: { type: 'object', additionalProperties: { type: 'array', items: binary } },
      Chosen: {
        type: 'object',
        properties: {
          of: { oneOf: [binary, { type: 'object', properties: { a: { type: 'string' } } }] },
        },
      },
      Counted: {
        type: 'object',
        properties: { title: { type: 'string' } },
        additionalProperties: { type: 'integer' },
      },
      Bytes: binary,
      Kept: { type: 'object', properties: { shared: { $ref: '#/components/schemas/Bytes' } } },
    },
  },
};

const bytes = new Uint8Array([1, 2, 3]);
const file = new File([bytes], 'a.png', { type: 'image/png' });
const fitting: readonly object[] = [
  { photo: bytes },
  { photo: file },
  { photo: new Blob([bytes]), more: [file, bytes], none: bytes },
  { photo: bytes, none: null, shared: bytes },
  { photo: bytes, shared: 'text', about: { thumbnail: 'text' } },
];
const unfitting: readonly object[] = [
  { photo: 'text' },
  { photo: { size: 3 } },
  { photo: bytes, more: ['text'] },
  { photo: bytes, none: 'text' },
  { photo: bytes, shared: 1 },
  { photo: bytes, about: { thumbnail: bytes } },
  { photo: new Uint8Array(6) },
  { photo: new Blob(['x']) },
];

const generated = await generateTopic(topic);
const named = (name: string): unknown => generated.call(name);

describe('checks of binary form parts', () => {
  const is = named('isUpload') as (value: unknown) => boolean;
  const { check } = named('uploadSchema') as validate.Check;

  test('accept the values of the type', () => {
    expect(fitting.filter((value) => !is(value))).toEqual([]);
    expect(fitting.flatMap(check)).toEqual([]);
  });

  test('reject text, and bytes of another length', () => {
    expect(unfitting.filter(is)).toEqual([]);
    expect(
      unfitting
        .flatMap(check)
        .map(({ pointer, keyword, expected }) => [pointer, keyword, expected]),
    ).toEqual([
      ['/photo', 'format', 'a Uint8Array or a Blob'],
      ['/photo', 'format', 'a Uint8Array or a Blob'],
      ['/more/0', 'contentMediaType', 'a Uint8Array or a Blob'],
      ['/none', 'format', 'null, a Uint8Array or a Blob'],
      ['/shared', 'format', 'a string, a Uint8Array or a Blob'],
      ['/about/thumbnail', 'type', 'a string'],
      ['/photo', 'maxLength', 'at most 5 bytes'],
      ['/photo', 'minLength', 'at least 2 bytes'],
    ]);
  });

  test('include constraints beside the binary schema', () => {
    const isExtended = named('isExtended') as (value: unknown) => boolean;
    expect(isExtended({ photo: bytes, short: bytes })).toBe(true);
    expect(isExtended({ photo: bytes, short: new Uint8Array(4) })).toBe(false);
    expect(isExtended({ photo: bytes, short: 'abc' })).toBe(false);
  });

  test('accept bytes for a property that a base declares as text', () => {
    const isRetouched = named('isRetouched') as (value: unknown) => boolean;
    expect(isRetouched({ photo: bytes })).toBe(true);
    expect(isRetouched({ photo: file })).toBe(true);
    expect(isRetouched({ photo: 'abc' })).toBe(false);
    expect(isRetouched({ photo: new Uint8Array(6) })).toBe(false);
  });

  test('accept bytes in one branch and an object in another', () => {
    const isChosen = named('isChosen') as (value: unknown) => boolean;
    expect(isChosen({ of: bytes })).toBe(true);
    expect(isChosen({ of: file })).toBe(true);
    expect(isChosen({ of: { a: 'text' } })).toBe(true);
    expect(isChosen({ of: { a: 1 } })).toBe(false);
    expect(isChosen({ of: 'text' })).toBe(false);
  });

  test('are equal in Zod schemas', async () => {
    const host = memoryHost({ '/wire/openapi.json': JSON.stringify(documentOf(topic)) }, '/wire');
    await generate({ documents: ['openapi.json'], out: 'out', zod: true }, host);
    const validators = Object.fromEntries(
      Object.keys(topic.components.schemas).map((name) => {
        const schema = `${lowerFirst(name)}Schema`;
        return [schema, named(schema)];
      }),
    );
    const exported = evaluate(String(host.files().get('/wire/out/zod.ts')), {
      zod,
      '@tallystick/runtime/validate': validate,
      './validators.js': validators,
    });
    const schema = exported['zodUpload'] as zod.z.ZodType;
    expect(fitting.filter((value) => !schema.safeParse(value).success)).toEqual([]);
    expect(unfitting.filter((value) => schema.safeParse(value).success)).toEqual([]);
    const retouched = exported['zodRetouched'] as zod.z.ZodType;
    expect(retouched.safeParse({ photo: bytes }).success).toBe(true);
    expect(retouched.safeParse({ photo: 'abc' }).success).toBe(false);
    const chosen = exported['zodChosen'] as zod.z.ZodType;
    expect(chosen.safeParse({ of: file }).success).toBe(true);
    expect(chosen.safeParse({ of: { a: 'text' } }).success).toBe(true);
    expect(chosen.safeParse({ of: 'text' }).success).toBe(false);
  });
});

describe('server with form checks', () => {
  const answering = async (operation: string, body: object) => {
    const given = (_: object, respond: Readonly<Record<string, (body: unknown) => unknown>>) =>
      respond['ok']?.('taken');
    const handle = generated.createServer(
      Object.fromEntries(Object.keys(topic.operations).map((each) => [each, given])),
      { trustHost: true },
    );
    const way = await ways['in memory']?.(handle);
    if (way === undefined) throw new Error('there is such a way');
    const { transport, baseUrl = `https://${authority}` } = way;
    const client = connect(generated.description, { transport, baseUrl, retry: false });
    const outcome = await generated.call(operation).result(client, body);
    await way.close();
    return outcome['ok'] === true ? outcome['value'] : JSON.stringify(outcome);
  };

  test('accepts valid files, and text in their JSON', async () => {
    expect(await answering('upload', { photo: file, more: [file, bytes], shared: bytes })).toBe(
      'taken',
    );
    expect(await answering('extend', { photo: file, short: bytes })).toBe('taken');
    expect(await answering('keep', { shared: 'text' })).toBe('taken');
  });

  test('accepts files in additional properties', async () => {
    expect(await answering('album', { title: 'Sea', beach: file, boat: bytes })).toBe('taken');
    expect(await answering('albums', { sea: [file, bytes], land: [bytes] })).toBe('taken');
    expect(await answering('album', { beach: new Uint8Array(6) })).toContain('body/beach');
  });

  test('decodes additional properties by their type', async () => {
    for (const operation of ['count', 'countPlainly']) {
      expect(await answering(operation, { title: '1', red: 2 })).toBe('taken');
      expect(await answering(operation, { title: '1', red: 'two' })).toContain('red');
    }
  });

  test('accepts files that a base declares as text, and files or objects', async () => {
    expect(await answering('retouch', { photo: file })).toBe('taken');
    expect(await answering('choose', { of: file })).toBe('taken');
    expect(await answering('choose', { of: { a: 'text' } })).toBe('taken');
  });

  test('rejects invalid files', async () => {
    expect(await answering('upload', { photo: new Uint8Array(6) })).toContain('body/photo');
    expect(await answering('upload', { photo: bytes, about: bytes })).toContain('body/about');
    expect(await answering('extend', { photo: bytes, short: new Uint8Array(4) })).toContain(
      'body/short',
    );
  });
});

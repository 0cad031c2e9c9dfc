import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createServer } from 'node:http';
import { connect } from '@tallystick/runtime/http';
import { nodeHandler } from '@tallystick/runtime/http/node';
import type { Body, Exchange, WireResponse } from '@tallystick/runtime';
import { FormData as UndiciForm, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeErrors } from '../types/compiler.js';
import { generateText, generateTopic, type Generated } from './suite/generated.js';
import { authority, type DocumentSource } from './suite/document.js';
import { listenOn, ways } from './suite/mounts.js';

/** How a description says what the member `photo` of a form is, and what it is in a program. */
interface Spelling {
  readonly says: string;
  readonly openapi: '3.0.4' | '3.1.1' | '3.2.0';
  readonly schema: unknown;
  readonly encoding?: string;
  readonly is: 'file' | 'files' | 'text';
}

const octets = 'application/octet-stream';
const text = { type: 'string' };
const nothing = { type: 'null' };
const current = (openapi: '3.1.1' | '3.2.0'): readonly Spelling[] => [
  { says: 'binary', openapi, schema: { ...text, format: 'binary' }, is: 'file' },
  { says: 'octets', openapi, schema: { ...text, contentMediaType: octets }, is: 'file' },
  { says: 'an image', openapi, schema: { ...text, contentMediaType: 'image/png' }, is: 'file' },
  { says: 'an image alone', openapi, schema: { contentMediaType: 'image/png' }, is: 'file' },
  { says: 'an encoding of nothing', openapi, schema: {}, encoding: octets, is: 'file' },
  { says: 'an encoding of anything', openapi, schema: true, encoding: 'image/png', is: 'file' },
  { says: 'an encoding of text', openapi, schema: text, encoding: 'image/png', is: 'file' },
  {
    says: 'an encoding of several types',
    openapi,
    schema: text,
    encoding: 'image/png, image/jpeg',
    is: 'file',
  },
  {
    says: 'octets or nothing',
    openapi,
    schema: { anyOf: [{ ...text, contentMediaType: octets }, nothing] },
    is: 'file',
  },
  {
    says: 'an encoding of text or nothing',
    openapi,
    schema: { type: ['string', 'null'] },
    encoding: 'image/png',
    is: 'file',
  },
  {
    says: 'a list of octets',
    openapi,
    schema: { type: 'array', items: { ...text, contentMediaType: octets } },
    is: 'files',
  },
  {
    says: 'an encoding of a list',
    openapi,
    schema: { type: 'array', items: {} },
    encoding: 'image/png',
    is: 'files',
  },
  {
    says: 'an encoding of a list of texts',
    openapi,
    schema: { type: 'array', items: text },
    encoding: 'image/png',
    is: 'files',
  },
  {
    says: 'a list of octets or nothing',
    openapi,
    schema: {
      anyOf: [{ type: 'array', items: { ...text, contentMediaType: octets } }, nothing],
    },
    is: 'files',
  },
  { says: 'base64', openapi, schema: { ...text, contentEncoding: 'base64' }, is: 'text' },
  {
    says: 'base64 of an image',
    openapi,
    schema: { ...text, contentEncoding: 'base64', contentMediaType: 'image/png' },
    is: 'text',
  },
  {
    says: 'an encoding of base64',
    openapi,
    schema: { ...text, contentEncoding: 'base64' },
    encoding: 'image/png',
    is: 'text',
  },
  { says: 'a text', openapi, schema: text, is: 'text' },
  { says: 'HTML', openapi, schema: { ...text, contentMediaType: 'text/html' }, is: 'text' },
  { says: 'SVG', openapi, schema: { ...text, contentMediaType: 'image/svg+xml' }, is: 'text' },
  {
    says: 'a token',
    openapi,
    schema: { ...text, contentMediaType: 'application/jwt' },
    is: 'text',
  },
  { says: 'an encoding of CSV', openapi, schema: text, encoding: 'text/csv', is: 'text' },
];
const spellings: readonly Spelling[] = [
  { says: 'binary', openapi: '3.0.4', schema: { ...text, format: 'binary' }, is: 'file' },
  {
    says: 'binary or null',
    openapi: '3.0.4',
    schema: { ...text, format: 'binary', nullable: true },
    is: 'file',
  },
  {
    says: 'binary and an encoding',
    openapi: '3.0.4',
    schema: { ...text, format: 'binary' },
    encoding: 'image/png',
    is: 'file',
  },
  { says: 'an encoding of text', openapi: '3.0.4', schema: text, encoding: octets, is: 'file' },
  {
    says: 'a list of binaries',
    openapi: '3.0.4',
    schema: { type: 'array', items: { ...text, format: 'binary' } },
    is: 'files',
  },
  { says: 'byte', openapi: '3.0.4', schema: { ...text, format: 'byte' }, is: 'text' },
  { says: 'a text', openapi: '3.0.4', schema: text, is: 'text' },
  ...current('3.1.1'),
  ...current('3.2.0'),
];

const nameOf = (index: number): string => `upload${index}`;

function topicOf(openapi: Spelling['openapi']): DocumentSource & { readonly name: string } {
  const operations = Object.fromEntries(
    spellings.flatMap(({ schema, encoding, ...spelling }, index) => {
      if (spelling.openapi !== openapi) return [];
      const content = {
        schema: {
          type: 'object',
          required: ['photo'],
          properties: { photo: schema, title: text },
        },
        ...(encoding !== undefined && { encoding: { photo: { contentType: encoding } } }),
      };
      const operation = {
        method: 'post',
        requestBody: { required: true, content: { 'multipart/form-data': content } },
        responses: {
          '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
        },
      };
      return [[nameOf(index), operation] as const];
    }),
  );
  return { name: `files-${openapi}`, title: 'Files', openapi, operations };
}

const versions = ['3.0.4', '3.1.1', '3.2.0'] as const;
const generated = Object.fromEntries(
  await Promise.all(
    versions.map(async (openapi) => [openapi, await generateTopic(topicOf(openapi))] as const),
  ),
) as Readonly<Record<Spelling['openapi'], Generated>>;

type Respond = Readonly<Record<string, (body: unknown) => unknown>>;

/** What a handler sees: files with their name, type and text. */
async function seen(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(seen));
  return value instanceof File ? [value.name, value.type, await value.text()] : value;
}

/** A server of one generated document, each of whose handlers answers what it sees. */
function serve(made: Generated, operations: readonly string[], options: object = {}): Exchange {
  const handlers = operations.map((name) => [
    name,
    async ({ body }: { readonly body: object }, respond: Respond) => {
      const members = await Promise.all(
        Object.entries(body).map(async ([key, value]) => [key, await seen(value)] as const),
      );
      return respond['ok']?.(Object.fromEntries(members));
    },
  ]);
  return made.createServer(Object.fromEntries(handlers), { trustHost: true, ...options });
}

async function bytesOf(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  if (body === undefined || typeof body === 'string') return new TextEncoder().encode(body ?? '');
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of body.stream) pieces.push(Uint8Array.from(piece));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const picture = new File(['png'], 'Me & you.png', { type: 'image/png' });
const blob = new Blob(['png'], { type: 'image/png' });

describe.each(spellings.map((spelling, index) => ({ ...spelling, index })))(
  'a part that is $says, in $openapi',
  ({ openapi, is, index }) => {
    const made = generated[openapi];
    const operation = nameOf(index);
    const names = Object.keys(topicOf(openapi).operations);
    const send = async (body: object, way: string): Promise<unknown> => {
      const opened = await ways[way]?.(serve(made, names));
      if (opened === undefined) throw new Error(`there is a way "${way}"`);
      const { transport, baseUrl = `https://${authority}` } = opened;
      const client = connect(made.description, { transport, baseUrl, retry: false });
      const outcome = await made.call(operation).result(client, body);
      await opened.close();
      return outcome['ok'] === true ? outcome['value'] : outcome['violations'];
    };

    test(`is ${is}`, async () => {
      const given = { file: picture, files: [picture, blob], text: 'cG5n' }[is];
      const want = {
        file: ['Me & you.png', 'image/png', 'png'],
        files: [
          ['Me & you.png', 'image/png', 'png'],
          ['photo', 'image/png', 'png'],
        ],
        text: 'cG5n',
      }[is];
      for (const way of ['in memory', 'fetch, to node:http'])
        expect(await send({ photo: given, title: 'x' }, way)).toEqual({ photo: want, title: 'x' });
    });

    test('has the type that says so, and nothing else passes its check', () => {
      const types = made.files.get('types.ts') ?? '';
      const name = `U${operation.slice(1)}Body`;
      const [, body = ''] = new RegExp(`interface ${name} \\{([^}]*)\\}`).exec(types) ?? [];
      const type = /readonly photo: (.*);/.exec(body)?.[1]?.replace(/ \| null$/, '');
      expect(type).toBe(
        { file: 'Uint8Array | Blob', files: 'readonly (Uint8Array | Blob)[]', text: 'string' }[is],
      );
      const accepts = made.call(`is${name}`) as unknown as (value: unknown) => boolean;
      const one = { file: picture, files: [picture, blob], text: 'cG5n' }[is];
      const other = { file: 'cG5n', files: ['cG5n'], text: picture }[is];
      expect([accepts({ photo: one }), accepts({ photo: other })]).toEqual([true, false]);
      expect((made.files.get(`server/${operation}.ts`) ?? '').includes('ReceivedForm<')).toBe(
        is !== 'text',
      );
    });

    test('is named on the wire as any reader of forms understands it', async () => {
      let sent: FormData | undefined;
      const client = connect(made.description, {
        baseUrl: `https://${authority}`,
        transport: async ({ headers, body }): Promise<WireResponse> => {
          const type = headers[headers.indexOf('Content-Type') + 1] ?? '';
          const bytes = await bytesOf(body);
          sent = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
          return { status: 204, headers: [], body: undefined };
        },
      });
      await made.call(operation).result(client, {
        photo: { file: picture, files: [picture, blob], text: 'cG5n' }[is],
      });
      const parts = await Promise.all((sent?.getAll('photo') ?? []).map(seen));
      expect(parts).toEqual(
        {
          file: [['Me & you.png', 'image/png', 'png']],
          files: [
            ['Me & you.png', 'image/png', 'png'],
            ['photo', 'image/png', 'png'],
          ],
          text: ['cG5n'],
        }[is],
      );
    });
  },
);

/** What a person writes for the document of FastAPI. */
const usage = `
import {
  createFileFilesPost,
  createUploadFilesUploadfilesPost,
  SuiteClient,
} from './index.js';
import { createSuiteServer } from './server.js';

export async function upload(photo: File, thumbnail: Blob): Promise<void> {
  const client = new SuiteClient({ baseUrl: 'https://example.com' });
  await createFileFilesPost(client, { file: photo, fileb: thumbnail, token: 't' });
  await createFileFilesPost(client, { file: thumbnail, fileb: null, token: 't' });
  await createUploadFilesUploadfilesPost(client, { files: [photo, thumbnail] });
  // @ts-expect-error a file is no text
  await createFileFilesPost(client, { file: 'text', token: 't' });
}

export const server: unknown = createSuiteServer(
  {
    async createFileFilesPost({ body }, respond) {
      const { file, fileb, token } = body;
      const names: readonly string[] = [file.name, file.type, fileb?.name ?? '', token];
      return respond.ok({ names, bytes: (await file.arrayBuffer()).byteLength });
    },
    createUploadFilesUploadfilesPost: ({ body }, respond) =>
      respond.ok(body.files.map(({ name }) => name)),
  },
  {},
);
`;

describe('a document of FastAPI', () => {
  let made: Generated;
  let origin = '';
  let close = async (): Promise<void> => undefined;
  const operations = ['createFileFilesPost', 'createUploadFilesUploadfilesPost'];
  beforeAll(async () => {
    const path = resolve(import.meta.dirname, 'files/fastapi.json');
    made = await generateText('fastapi', readFileSync(path, 'utf8'));
    const listening = await listenOn(createServer(nodeHandler(serve(made, operations))));
    ({ origin, close } = listening);
  });
  afterAll(() => close());

  test('has types by which a client gives a Blob or a File, and a handler gets a File', async () => {
    const folder = resolve('.tallystick/files');
    rmSync(folder, { recursive: true, force: true });
    for (const [path, source] of made.files) {
      mkdirSync(dirname(resolve(folder, path)), { recursive: true });
      writeFileSync(resolve(folder, path), source);
    }
    writeFileSync(resolve(folder, 'usage.ts'), usage);
    const config = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
    writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await typeErrors(folder)).toEqual([]);
  }, 120_000);

  test('takes and gives files', async () => {
    expect(made.files.get('types.ts')).toContain('readonly file: Uint8Array | Blob;');
    expect(made.files.get('types.ts')).toContain('readonly fileb?: Uint8Array | Blob | null;');
    expect(made.files.get('types.ts')).toContain('readonly files: readonly (Uint8Array | Blob)[];');
    const client = connect(made.description, { baseUrl: origin });
    const call = made.call('createFileFilesPost');
    expect(await call(client, { file: picture, fileb: null, token: 't' })).toEqual({
      file: ['Me & you.png', 'image/png', 'png'],
      token: 't',
    });
    const many = made.call('createUploadFilesUploadfilesPost');
    expect(await many(client, { files: [picture, new Uint8Array([112])] })).toEqual({
      files: [
        ['Me & you.png', 'image/png', 'png'],
        ['files', octets, 'p'],
      ],
    });
  });

  test('is read from clients that know nothing of it', async () => {
    const form = new FormData();
    form.append('file', picture);
    form.append('fileb', blob);
    form.append('token', 't');
    const native = await fetch(`${origin}/files/`, { method: 'POST', body: form });
    expect(await native.json()).toEqual({
      file: ['Me & you.png', 'image/png', 'png'],
      fileb: ['blob', 'image/png', 'png'],
      token: 't',
    });
    const other = new UndiciForm();
    other.append('files', new File(['1'], 'ä.txt', { type: 'text/plain' }));
    other.append('files', new Blob(['2']), 'b');
    const { body } = await undiciRequest(`${origin}/uploadfiles/`, { method: 'POST', body: other });
    expect(await body.json()).toEqual({
      files: [
        ['ä.txt', 'text/plain', '1'],
        ['b', octets, '2'],
      ],
    });
  });

  test('is read from forms as curl and old browsers write them', async () => {
    const lines = [
      '--x',
      'Content-Disposition: form-data; name="token"',
      '',
      't',
      '--x',
      'Content-Disposition: form-data; name="file"; filename="C:\\fakepath\\a.txt"',
      '',
      'as text',
      '--x--',
      '',
    ];
    const answer = await fetch(`${origin}/files/`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: lines.join('\r\n'),
    });
    expect(await answer.json()).toEqual({ file: ['a.txt', octets, 'as text'], token: 't' });
  });
});

describe('a body that is bytes as a whole', () => {
  const contents: Readonly<Record<string, object>> = {
    none: { 'application/octet-stream': {} },
    octets: { 'application/octet-stream': { schema: { ...text, contentMediaType: octets } } },
    binary: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
    image: { 'image/png': { schema: { ...text, contentMediaType: 'image/png' } } },
    plainImage: { 'image/png': {} },
    textImage: { 'image/png': { schema: text } },
  };
  const operations = Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [
      name,
      {
        method: 'post',
        requestBody: { required: true, content },
        responses: {
          '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
        },
      },
    ]),
  );

  test.each(Object.keys(contents))('travels as it is (%s)', async (name) => {
    const made = await generateTopic({ name: 'bytes', title: 'Bytes', operations });
    const sources = [...made.files.values()].join('\n');
    expect(sources.split('Uint8Array | Blob | StreamBody').length - 1).toBeGreaterThanOrEqual(
      Object.keys(contents).length,
    );
    const handlers = Object.keys(contents).map((each) => [
      each,
      async ({ body }: { readonly body: AsyncIterable<Uint8Array> }, respond: Respond) =>
        respond['ok']?.(new TextDecoder().decode(await bytesOf({ stream: body }))),
    ]);
    const handle = made.createServer(Object.fromEntries(handlers), { trustHost: true });
    const client = connect(made.description, {
      baseUrl: `https://${authority}`,
      transport: handle,
    });
    for (const body of [picture, blob, new Uint8Array([112, 110, 103])])
      expect(await made.call(name)(client, body)).toBe('png');
  });
});

test('a file of Swagger 2.0 is a file', async () => {
  const parameters = [
    { name: 'photo', in: 'formData', type: 'file', required: true },
    { name: 'title', in: 'formData', type: 'string' },
  ];
  const document = {
    swagger: '2.0',
    info: { title: 'Swagger', version: '1.0.0' },
    host: authority,
    schemes: ['https'],
    paths: {
      '/photos': {
        post: {
          operationId: 'upload',
          consumes: ['multipart/form-data'],
          produces: ['application/json'],
          parameters,
          responses: { '200': { description: 'ok', schema: { type: 'object' } } },
        },
      },
    },
  };
  const made = await generateText('swagger', JSON.stringify(document));
  const client = connect(made.description, { transport: serve(made, ['upload']) });
  expect(await made.call('upload')(client, { photo: picture, title: 'x' })).toEqual({
    photo: ['Me & you.png', 'image/png', 'png'],
    title: 'x',
  });
});

test('files of one schema are texts in JSON and in forms without parts', async () => {
  const schema = { $ref: '#/components/schemas/Upload' };
  const post = (type: string): DocumentSource['operations'][string] => ({
    method: 'post',
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
  });
  const made = await generateTopic({
    name: 'texts',
    title: 'Texts',
    operations: {
      json: post('application/json'),
      form: post('application/x-www-form-urlencoded'),
    },
    components: {
      schemas: {
        Upload: {
          type: 'object',
          required: ['photo'],
          properties: { photo: { ...text, contentMediaType: octets } },
        },
      },
    },
  });
  expect(made.files.get('types.ts')).toContain('readonly photo: string;');
  const client = connect(made.description, {
    baseUrl: `https://${authority}`,
    transport: serve(made, ['json', 'form']),
  });
  for (const name of ['json', 'form'])
    expect(await made.call(name)(client, { photo: 'cG5n' })).toEqual({ photo: 'cG5n' });
});

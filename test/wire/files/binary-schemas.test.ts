import { connect } from '@tallystick/runtime/http';
import type { WireResponse } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { generateTopic, type Generated } from '../suite/generated.js';
import { authority, type DocumentSource } from '../suite/document.js';
import { ways } from '../suite/mounts.js';
import { blob, bytesOf, octets, picture, seen, serve, text } from './upload-server.js';

/** The schema of the member `photo` of a form, and its type in a program. */
interface Spelling {
  readonly says: string;
  readonly openapi: '3.0.4' | '3.1.1' | '3.2.0';
  readonly schema: unknown;
  readonly encoding?: string;
  readonly is: 'file' | 'files' | 'text';
}

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

describe.each(spellings.map((spelling, index) => ({ ...spelling, index })))(
  'form part that is $says, in $openapi',
  ({ openapi, is, index }) => {
    const output = generated[openapi];
    const operation = nameOf(index);
    const names = Object.keys(topicOf(openapi).operations);
    const send = async (body: object, way: string): Promise<unknown> => {
      const opened = await ways[way]?.(serve(output, names));
      if (opened === undefined) throw new Error(`there is a way "${way}"`);
      const { transport, baseUrl = `https://${authority}` } = opened;
      const client = connect(output.description, { transport, baseUrl, retry: false });
      const outcome = await output.call(operation).result(client, body);
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

    test('has a type and a check for it only', () => {
      const types = output.files.get('types.ts') ?? '';
      const name = `U${operation.slice(1)}Body`;
      const [, body = ''] = new RegExp(`interface ${name} \\{([^}]*)\\}`).exec(types) ?? [];
      const type = /readonly photo: (.*);/.exec(body)?.[1]?.replace(/ \| null$/, '');
      expect(type).toBe(
        { file: 'Uint8Array | Blob', files: 'readonly (Uint8Array | Blob)[]', text: 'string' }[is],
      );
      const accepts = output.call(`is${name}`) as unknown as (value: unknown) => boolean;
      const one = { file: picture, files: [picture, blob], text: 'cG5n' }[is];
      const other = { file: 'cG5n', files: ['cG5n'], text: picture }[is];
      expect([accepts({ photo: one }), accepts({ photo: other })]).toEqual([true, false]);
      expect((output.files.get(`server/${operation}.ts`) ?? '').includes('ReceivedForm<')).toBe(
        is !== 'text',
      );
    });

    test('is sent with the expected file name', async () => {
      let sent: FormData | undefined;
      const client = connect(output.description, {
        baseUrl: `https://${authority}`,
        transport: async ({ headers, body }): Promise<WireResponse> => {
          const type = headers[headers.indexOf('Content-Type') + 1] ?? '';
          const bytes = await bytesOf(body);
          sent = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
          return { status: 204, headers: [], body: undefined };
        },
      });
      await output.call(operation).result(client, {
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

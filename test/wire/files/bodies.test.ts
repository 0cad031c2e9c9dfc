import { connect } from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { generateText, generateTopic } from '../suite/generated.js';
import { authority, type DocumentSource } from '../suite/document.js';
import { blob, bytesOf, octets, picture, type Respond, serve, text } from './upload-server.js';

describe('binary body', () => {
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

  test.each(Object.keys(contents))('is transferred unchanged (%s)', async (name) => {
    const generated = await generateTopic({ name: 'bytes', title: 'Bytes', operations });
    const sources = [...generated.files.values()].join('\n');
    expect(sources.split('Uint8Array | Blob | StreamBody').length - 1).toBeGreaterThanOrEqual(
      Object.keys(contents).length,
    );
    const handlers = Object.keys(contents).map((each) => [
      each,
      async ({ body }: { readonly body: AsyncIterable<Uint8Array> }, respond: Respond) =>
        respond['ok']?.(new TextDecoder().decode(await bytesOf({ stream: body }))),
    ]);
    const handle = generated.createServer(Object.fromEntries(handlers), { trustHost: true });
    const client = connect(generated.description, {
      baseUrl: `https://${authority}`,
      transport: handle,
    });
    for (const body of [picture, blob, new Uint8Array([112, 110, 103])])
      expect(await generated.call(name)(client, body)).toBe('png');
  });
});

test('reads a file parameter of Swagger 2.0 as a file', async () => {
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
  const generated = await generateText('swagger', JSON.stringify(document));
  const client = connect(generated.description, { transport: serve(generated, ['upload']) });
  expect(await generated.call('upload')(client, { photo: picture, title: 'x' })).toEqual({
    photo: ['Me & you.png', 'image/png', 'png'],
    title: 'x',
  });
});

test('encodes files of a shared schema as text in JSON and in forms without parts', async () => {
  const schema = { $ref: '#/components/schemas/Upload' };
  const post = (type: string): DocumentSource['operations'][string] => ({
    method: 'post',
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
  });
  const generated = await generateTopic({
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
  expect(generated.files.get('types.ts')).toContain('readonly photo: string;');
  const client = connect(generated.description, {
    baseUrl: `https://${authority}`,
    transport: serve(generated, ['json', 'form']),
  });
  for (const name of ['json', 'form'])
    expect(await generated.call(name)(client, { photo: 'cG5n' })).toEqual({ photo: 'cG5n' });
});

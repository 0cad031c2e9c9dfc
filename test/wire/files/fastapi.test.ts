import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createServer } from 'node:http';
import { connect } from '@tallystick/runtime/http';
import { nodeHandler } from '@tallystick/runtime/http/node';
import { FormData as UndiciForm, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeErrors } from '../../types/compiler.js';
import { generateText, type Generated } from '../suite/generated.js';
import { listenOn } from '../suite/mounts.js';
import { blob, octets, picture, serve } from './upload-server.js';

/** Configuration that a user writes for FastAPI's document. */
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

describe('description by FastAPI', () => {
  let generated: Generated;
  let origin = '';
  let close = async (): Promise<void> => undefined;
  const operations = ['createFileFilesPost', 'createUploadFilesUploadfilesPost'];
  beforeAll(async () => {
    const path = resolve(import.meta.dirname, 'fastapi.json');
    generated = await generateText('fastapi', readFileSync(path, 'utf8'));
    const listening = await listenOn(createServer(nodeHandler(serve(generated, operations))));
    ({ origin, close } = listening);
  });
  afterAll(() => close());

  test('has types that accept a Blob or a File in a client, and provide a File in a handler', async () => {
    const folder = resolve('.tallystick/files');
    rmSync(folder, { recursive: true, force: true });
    for (const [path, source] of generated.files) {
      mkdirSync(dirname(resolve(folder, path)), { recursive: true });
      writeFileSync(resolve(folder, path), source);
    }
    writeFileSync(resolve(folder, 'usage.ts'), usage);
    const config = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
    writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await typeErrors(folder)).toEqual([]);
  }, 120_000);

  test('sends and receives files', async () => {
    expect(generated.files.get('types.ts')).toContain('readonly file: Uint8Array | Blob;');
    expect(generated.files.get('types.ts')).toContain('readonly fileb?: Uint8Array | Blob | null;');
    expect(generated.files.get('types.ts')).toContain(
      'readonly files: readonly (Uint8Array | Blob)[];',
    );
    const client = connect(generated.description, { baseUrl: origin });
    const call = generated.call('createFileFilesPost');
    expect(await call(client, { file: picture, fileb: null, token: 't' })).toEqual({
      file: ['Me & you.png', 'image/png', 'png'],
      token: 't',
    });
    const many = generated.call('createUploadFilesUploadfilesPost');
    expect(await many(client, { files: [picture, new Uint8Array([112])] })).toEqual({
      files: [
        ['Me & you.png', 'image/png', 'png'],
        ['files', octets, 'p'],
      ],
    });
  });

  test('accepts files of other clients', async () => {
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

  test('accepts forms of curl and old browsers', async () => {
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

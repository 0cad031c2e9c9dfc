import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const taking = (mediaType: string, content: object = {}) => ({
  method: 'post',
  requestBody: { required: true, content: { [mediaType]: content } },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
});

const generated = await generateTopic({
  name: 'open-forms',
  title: 'Forms of which nothing is said',
  operations: {
    plain: taking('application/x-www-form-urlencoded'),
    open: taking('application/x-www-form-urlencoded', { schema: {} }),
    parts: taking('multipart/form-data'),
  },
});

interface Request {
  readonly body: Readonly<Record<string, string | File>>;
}
type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const echo = async ({ body }: Request, respond: Makers) =>
  respond['ok']?.(
    Object.fromEntries(
      await Promise.all(
        Object.entries(body).map(async ([name, value]) => [
          name,
          typeof value === 'string' ? value : await value.text(),
        ]),
      ),
    ),
  );
const server = generated.createServer(
  { plain: echo, open: echo, parts: echo },
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

test.each(['plain', 'open', 'parts'])(
  'keeps text in forms with additional properties (%s)',
  async (operation) => {
    const body = { a: '5', b: 'true', c: '{}' };
    expect((await generated.call(operation).result(client, body)).value).toEqual(body);
  },
);

test('accepts bytes as a part', async () => {
  const { value } = await generated
    .call('parts')
    .result(client, { a: 'x', file: new TextEncoder().encode('bytes') });
  expect(value).toEqual({ a: 'x', file: 'bytes' });
});

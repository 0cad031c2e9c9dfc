import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connect } from '@tallystick/runtime/http';
import type { HttpHandler, Transport } from '@tallystick/runtime';
import { xml } from '@tallystick/runtime/xml';
import { sharedPath } from '../../shared.js';
import { generateFrom, generateText } from '../suite/generated.js';
import { createXmlEndpoints } from './endpoints.js';

describe('converted values in XML', async () => {
  const endpoints = await createXmlEndpoints({
    openapi: '3.1.1',
    settings: { int64: 'bigint' },
    more: { 'x-dates': 'Date' },
    bodies: { event: { $ref: '#/components/schemas/Event' } },
    schemas: {
      Event: {
        type: 'object',
        required: ['id', 'at'],
        properties: {
          id: { type: 'integer', format: 'int64', xml: { attribute: true } },
          count: { type: 'integer' },
          at: { type: 'string', format: 'date-time' },
          others: {
            type: 'array',
            items: { type: 'string', format: 'date-time', xml: { name: 'other' } },
          },
        },
      },
    },
  });

  it('include 64-bit integers and dates', async () => {
    const at = new Date('2024-01-31T12:00:00.000Z');
    const event = { id: 9_007_199_254_740_993n, count: 1, at, others: [at] };
    const { request, got, outcome } = await endpoints.send('event', event);
    const text = '2024-01-31T12:00:00.000Z';
    expect(request).toBe(
      `<Event id="9007199254740993"><count>1</count><at>${text}</at><other>${text}</other></Event>`,
    );
    expect(got).toEqual(event);
    expect(outcome).toMatchObject({ kind: 'success', value: event });
  });

  it('are rejected if a date is invalid', async () => {
    const { response } = await endpoints.receive('event', '<Event id="1"><at>soon</at></Event>');
    expect(response.status).toBe(400);
    expect(String(response.body)).toContain('body/at');
  });
});

describe('operation without the XML capability', async () => {
  const content = { schema: { type: 'object', properties: { a: { type: 'integer' } } } };
  const both = { 'application/json': content, 'application/xml': content };
  const document = (contents: object): string =>
    JSON.stringify({
      openapi: '3.1.1',
      info: { title: 'Suite', version: '1.0.0', description: 'Two types.' },
      servers: [{ url: 'https://api.example.com' }],
      paths: {
        '/a': {
          post: {
            operationId: 'echo',
            requestBody: { required: true, content: contents },
            responses: { '200': { description: 'The same.', content: contents } },
          },
        },
      },
    });
  const handlers = {
    echo: ({ body }: { readonly body: unknown }, respond: { ok(body: unknown): unknown }) =>
      respond.ok(body),
  };
  const options = { authorities: ['api.example.com'] };
  const two = await generateText('two types', document(both));
  const one = await generateText('one type', document({ 'application/xml': content }));
  const handle = two.createServer(handlers, options);
  const send = (type: string, accept: string, body: string) =>
    handle({
      method: 'POST',
      scheme: 'https',
      authority: 'api.example.com',
      target: '/a',
      headers: ['Host', 'api.example.com', 'Content-Type', type, 'Accept', accept],
      body,
    });

  it('neither accepts nor returns XML in a server', async () => {
    expect((await send('application/xml', '*/*', '<a/>')).status).toBe(415);
    expect((await send('application/json', 'application/xml', '{}')).status).toBe(406);
    const answer = await send('application/json', 'application/xml, */*;q=0.1', '{"a":1}');
    expect(answer).toMatchObject({ status: 200, body: '{"a":1}' });
  });

  it('prevents a server with XML bodies only', () => {
    expect(() => one.createServer(handlers, options)).toThrow(
      '"echo" has XML bodies: pass "xml" of "@tallystick/runtime/xml" to the server.',
    );
  });

  it('neither sends nor reads XML in a client', async () => {
    const answering: HttpHandler = async () => ({
      status: 200,
      headers: ['Content-Type', 'application/xml'],
      body: '<root><a>1</a></root>',
    });
    const call = (options: object) =>
      two
        .call('echo')
        .result(connect(two.description, { transport: answering }), { a: 1 }, options);
    expect(await call({ contentType: 'application/xml' })).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('"xml" of "@tallystick/runtime/xml"') as unknown,
    });
    expect(await call({ accept: 'application/xml' })).toMatchObject({
      kind: 'invalid-response',
      message: expect.stringContaining('"xml" of "@tallystick/runtime/xml"') as unknown,
    });
  });
});

describe('hostile XML', async () => {
  const endpoints = await createXmlEndpoints({
    openapi: '3.1.1',
    bodies: { any: { $ref: '#/components/schemas/Any' } },
    schemas: {
      Any: { type: 'object', properties: { next: { $ref: '#/components/schemas/Any' } } },
    },
  });
  const texts: Readonly<Record<string, (size: number) => string>> = {
    'open tags': (size) => '<Any>'.repeat(size),
    attributes: (size) =>
      `<Any ${Array.from({ length: size }, (_, at) => `a${at}="b"`).join(' ')}/>`,
    elements: (size) => `<Any>${'<b/>'.repeat(size)}</Any>`,
    references: (size) => `<Any><b>${'&amp;'.repeat(size)}</b></Any>`,
    sections: (size) => `<Any><b>${'<![CDATA[]]>'.repeat(size)}</b></Any>`,
    comments: (size) => `<Any>${'<!---->'.repeat(size)}</Any>`,
    instructions: (size) => `${'<?a?>'.repeat(size)}<Any/>`,
    brackets: (size) => `<Any><b>${']'.repeat(size)}</b></Any>`,
    quotes: (size) => `<Any a="${"'".repeat(size)}"/>`,
    'white space': (size) => `<Any${' '.repeat(size)}/>`,
    'white space in values': (size) => `<Any a="${' '.repeat(size)}b"/>`,
    'surrogate pairs': (size) => `<Any><b>${'\u{1f600}'.repeat(size)}</b></Any>`,
    namespaces: (size) =>
      `<Any ${Array.from({ length: size / 4 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}>${'<a1:b/>'.repeat(size / 4)}</Any>`,
    'a declared entity': (size) => `<!DOCTYPE Any [<!ENTITY a "${'b'.repeat(size)}">]><Any/>`,
    'unended comments': (size) => `<Any>${'<!--'.repeat(size)}`,
    'less-than signs': (size) => '<'.repeat(size),
  };

  it.each(Object.entries(texts))('is parsed in linear time: %s', async (_, make) => {
    // Once before, so that everything is compiled.
    for (const size of [1_000, 4_000]) await endpoints.receive('any', make(size));
    const cost = async (size: number): Promise<number> => {
      const start = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) await endpoints.receive('any', make(size));
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [small, large] = [await cost(4_000), await cost(32_000)];
    // Eight times as much is eight times the cost, or 64 times where it grows too fast.
    expect(large).toBeLessThan(Math.max(30 * small, 400_000));
  });
});

describe('recursive schemas', async () => {
  const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const deep = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `Level${at}`,
      {
        allOf: [to(at === 7 ? 'Leaf' : `Level${at + 1}`), to(at === 7 ? 'Leaf' : `Level${at + 1}`)],
      },
    ]),
  );
  const endpoints = await createXmlEndpoints({
    openapi: '3.2.0',
    settings: {},
    bodies: { both: to('Both'), none: to('None'), deep: to('Level0') },
    schemas: {
      Both: {
        type: ['object', 'array'],
        items: to('Both'),
        properties: { a: to('Both'), b: { type: 'string' } },
      },
      None: {
        type: 'object',
        xml: { nodeType: 'none' },
        properties: { again: to('None'), a: { type: 'string' } },
      },
      Leaf: { type: 'object', properties: { a: { type: 'integer' } } },
      ...deep,
    },
  });

  it('are read and written', async () => {
    expect((await endpoints.send('both', { a: { b: 'x' }, b: 'y' })).outcome).toMatchObject({
      value: { a: { b: 'x' }, b: 'y' },
    });
    expect((await endpoints.receive('none', '<None><a>x</a></None>')).got).toMatchObject({
      a: 'x',
    });
    expect((await endpoints.send('deep', { a: 1 })).outcome).toMatchObject({ value: { a: 1 } });
  });

  it('reject cyclic values', async () => {
    const round: { again?: unknown } = {};
    round.again = round;
    expect((await endpoints.send('none', round)).outcome).toMatchObject({
      kind: 'invalid-request',
    });
    const list: unknown[] = [];
    list.push(list);
    expect((await endpoints.send('both', list)).outcome).toMatchObject({ kind: 'invalid-request' });
  });
});

describe('petstore', async () => {
  const path = sharedPath('corpus', 'openapi', 'kin-openapi__petstore__3.0.json');

  it.skipIf(path === undefined)('returns pets in XML and in JSON', async () => {
    // Nobody has to show credentials here.
    const text = JSON.stringify(
      JSON.parse(readFileSync(path ?? '', 'utf8'), (key, value: unknown) =>
        key === 'security' ? undefined : value,
      ),
    );
    const { description, call, createServer, descriptor } = await generateFrom(
      'petstore',
      { 'openapi.json': text },
      {},
    );
    const pet = {
      id: 7,
      name: 'doggie',
      category: { id: 1, name: 'Dogs' },
      photoUrls: ['https://a.example/?a=1&b=2'],
      tags: [{ id: 1, name: 'good' }],
      status: 'available',
    };
    const texts: string[] = [];
    const handle = createServer(
      new Proxy(
        {},
        {
          get: () => (_: unknown, respond: { ok(body: unknown): unknown }) => respond.ok(pet),
          has: () => true,
        },
      ),
      {
        trustHost: true,
        xml,
        partial: true,
      },
    );
    const transport: Transport = async (request) => {
      const response = await handle(request);
      texts.push(String(response.body));
      return response;
    };
    expect(descriptor('getPetById').accepts).toEqual(['application/xml', 'application/json']);
    const client = connect(description, { transport, xml });
    const outcome = await call('getPetById').result(client, 7, { accept: 'application/xml' });
    expect(outcome).toMatchObject({ kind: 'success', value: pet });
    expect(texts[0]?.split('\n')[1]).toBe(
      '<Pet><id>7</id><Category><id>1</id><name>Dogs</name></Category><name>doggie</name>' +
        '<photoUrl><photoUrl>https://a.example/?a=1&amp;b=2</photoUrl></photoUrl>' +
        '<tag><Tag><id>1</id><name>good</name></Tag></tag><status>available</status></Pet>',
    );
    expect(await call('getPetById').result(client, 7)).toMatchObject({ value: pet });
    expect(texts[1]).toBe(JSON.stringify(pet));
  });
});

import { describe, expect, it } from 'vitest';
import type { Transport, WireRequest, WireResponse } from '@tallystick/runtime';
import { OutputClient } from '../../cases/dates/output/client.js';
import { getEvent } from '../../cases/dates/output/index.js';
import { createOutputServer } from '../../cases/dates/output/server.js';
import type { Event } from '../../cases/dates/output/types.js';
import {
  eventSchema,
  isEvent,
  isInstant,
  outputResponseChecks,
} from '../../cases/dates/output/validators.js';

const noon = new Date('2024-01-31T12:00:00.000Z');
const one = new Date('2024-01-31T13:00:00.250Z');

/** Both halves of a package whose date-times are `Date`, what the handlers got, and the texts that pass between them. */
function createEndpoints(event: Event = { start: noon, name: 'Lunch' }) {
  const texts: string[] = [];
  const got: unknown[] = [];
  const handle = createOutputServer(
    {
      getEvent: ({ path, query, headers, cookies }, respond) => {
        got.push({ path, query, headers, cookies });
        if (path.start.getTime() === 0) return respond.notFound({ message: 'none', since: one });
        return respond.ok(event, { 'X-Changed': one });
      },
      createEvent: ({ body }, respond) => {
        got.push(body);
        return respond.created(body);
      },
      watchEvents: (_, respond) => respond.ok([event, { start: one, name: 'Tea' }]),
      submitForm: ({ body }, respond) => {
        got.push(body);
        return respond.ok({ from: body.at, to: body.days?.[0] ?? null });
      },
      upload: ({ body }, respond) => {
        got.push({ taken: body.taken, range: body.range });
        return respond.ok({ from: body.taken });
      },
    },
    { authorities: ['dates.example'], validateResponses: outputResponseChecks },
  );
  const transport: Transport = async (request) => {
    const response = await handle(request);
    texts.push(
      `${request.target} ${textOf(request.body)} ${request.headers.join(' ')}`,
      `${textOf(response.body)} ${response.headers.join(' ')}`,
    );
    return response;
  };
  return { client: new OutputClient({ transport }), handle, texts, got };
}

function textOf(body: WireRequest['body']): string {
  return typeof body === 'string' ? body : '';
}

function post(body: string, target = '/events', type = 'application/json'): WireRequest {
  const headers = ['Host', 'dates.example', 'Content-Type', type];
  return { method: 'POST', scheme: 'https', authority: 'dates.example', target, headers, body };
}

function answering(body: string, headers: readonly string[] = []): OutputClient {
  const response: WireResponse = {
    status: 200,
    headers: ['Content-Type', 'application/json', ...headers],
    body: new TextEncoder().encode(body),
  };
  return new OutputClient({ transport: async () => response });
}

const changed = ['X-Changed', '2024-01-31T13:00:00.250Z'];

describe('date-times as Date', () => {
  it('are transferred in path, query, headers, cookies and responses', async () => {
    const { client, texts, got } = createEndpoints();
    const outcome = await client.events.get.result(
      noon,
      { around: [noon, one], range: { from: noon, to: one }, filter: { from: one, to: null } },
      { headers: { 'X-Since': one }, cookies: { seen: noon } },
    );
    expect(outcome).toMatchObject({
      kind: 'success',
      value: { start: noon, name: 'Lunch' },
      headers: { 'X-Changed': one },
    });
    expect(got).toEqual([
      {
        path: { start: noon },
        query: {
          around: [noon, one],
          range: { from: noon, to: one },
          filter: { from: one, to: null },
          until: new Date('2030-01-01T00:00:00Z'),
        },
        headers: { 'X-Since': one },
        cookies: { seen: noon },
      },
    ]);
    const [sent = '', answered = ''] = texts;
    expect(decodeURIComponent(sent)).toContain(
      '/events/2024-01-31T12:00:00.000Z?around=2024-01-31T12:00:00.000Z&around=2024-01-31T13:00:00.250Z&range[from]=2024-01-31T12:00:00.000Z&range[to]=2024-01-31T13:00:00.250Z',
    );
    expect(sent).toContain('X-Since 2024-01-31T13:00:00.250Z');
    expect(answered).toContain('"start":"2024-01-31T12:00:00.000Z"');
    expect(answered).toContain('X-Changed 2024-01-31T13:00:00.250Z');
  });

  it('are transferred in lists, maps, tuples, unions and recursive schemas', async () => {
    const event: Event = {
      start: noon,
      name: 'All',
      day: '2024-01-31',
      end: one,
      alarms: [noon, one],
      byName: { first: one },
      numbered: { at1: one, other: '2024-01-31T12:00:00Z' },
      pair: ['text', noon],
      when: one,
      unix: one,
      kind: { kind: 'meeting', at: noon },
      change: { at: noon, to: 'there' },
      record: { from: noon, to: null, author: 'me', seen: one },
      fixed: '2000-01-01T00:00:00Z',
      nights: { '2024-01-31T12:00:00Z': true },
      parent: { start: one, name: 'Parent', end: null, alarms: [one] },
    };
    const { client, got, texts } = createEndpoints();
    expect(await client.events.create(event)).toEqual(event);
    expect(got).toEqual([event]);
    expect(texts[0]).toContain('"alarms":["2024-01-31T12:00:00.000Z"');
    expect(isEvent(event)).toBe(true);
  });

  it('stay text in a union with a text branch', async () => {
    const event: Event = {
      start: noon,
      name: 'Texts',
      when: 'soon',
      unix: 1706702400,
      kind: { kind: 'note', at: '2024-01-31T12:00:00Z' },
      change: { at: 'tomorrow', name: 'x' },
    };
    const { client } = createEndpoints();
    expect(await client.events.create(event)).toEqual(event);
  });

  it('do not change the given value', async () => {
    const event: Event = { start: noon, name: 'Same', alarms: [one] };
    const copy = structuredClone(event);
    await createEndpoints().client.events.create(Object.freeze(event));
    expect(event).toEqual(copy);
  });

  it('are Date in error outcomes and thrown errors', async () => {
    const { client } = createEndpoints();
    const none = { kind: 'failure', status: 404, value: { message: 'none', since: one } };
    expect(await client.events.get.result(new Date(0))).toMatchObject(none);
    const error: unknown = await client.events.get(new Date(0)).catch((thrown: unknown) => thrown);
    expect(getEvent.failed(error) && error.outcome).toMatchObject(none);
  });

  it('are transferred in forms, in JSON within forms, and in multipart', async () => {
    const { client, got } = createEndpoints();
    const form = { at: noon, range: { from: one }, days: [one, noon] };
    expect(await client.places.submitForm(form)).toEqual({ from: noon, to: one });
    const parts = { taken: one, range: { from: noon, to: null } };
    expect(await client.places.upload(parts)).toEqual({ from: one });
    expect(got).toEqual([form, parts]);
  });

  it('are Date in the items of a stream', async () => {
    const { client } = createEndpoints();
    const items: unknown[] = [];
    for await (const item of await client.events.watch.stream()) items.push(item);
    expect(items).toEqual([
      { start: noon, name: 'Lunch' },
      { start: one, name: 'Tea' },
    ]);
    expect(await client.events.watch()).toEqual(items);
  });
});

describe('invalid date-times', () => {
  it.each([
    'yesterday',
    '2024-01-31',
    '2024-01-31T12:00:00',
    '2024-02-30T12:00:00Z',
    '2024-01-31T25:00:00Z',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-00:01',
    '+012024-01-31T12:00:00Z',
  ])('are rejected by server and client with their location: %s', async (text) => {
    const { handle } = createEndpoints();
    const body = JSON.stringify({ start: '2024-01-31T12:00:00Z', name: 'x', alarms: [text] });
    const response = await handle(post(body));
    expect(response.status).toBe(400);
    expect(String(response.body)).toContain('body/alarms/0');
    expect(await answering(body, changed).events.get.result(noon)).toMatchObject({
      kind: 'invalid-response',
      violations: [{ pointer: '/alarms/0', keyword: 'format' }],
    });
  });

  it.each([
    ['2024-01-31T14:00:00+02:00', noon],
    ['2024-01-31t12:00:00z', noon],
    ['2024-01-31T12:00:00-00:00', noon],
    ['2024-01-31T12:00:00.0009Z', noon],
    ['2024-01-31T13:00:00.250999999Z', one],
    ['1969-12-31T23:59:59.9999Z', new Date(-1)],
    ['0000-01-01T00:00:00Z', new Date('0000-01-01T00:00:00Z')],
  ])('%s is converted to its instant in milliseconds', async (text, date) => {
    const { handle, got } = createEndpoints();
    await handle(post(JSON.stringify({ start: text, name: 'x' })));
    expect(got).toEqual([{ start: date, name: 'x' }]);
    const client = answering(JSON.stringify({ start: text, name: 'x' }), changed);
    expect((await client.events.get(noon)).start).toEqual(date);
  });

  it.each([
    ['NaN', new Date(Number.NaN)],
    ['year 10000', new Date(253_402_300_800_000)],
    ['a string', '2024-01-31T12:00:00Z'],
    ['a number', 5],
  ])('are not sent by a client: %s', async (_, value) => {
    const { client, got } = createEndpoints();
    const event = { start: noon, name: 'x', byName: { 'a/b': value } } as Event;
    expect(await client.events.create.result(event)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/body/byName/a~1b', keyword: 'format' }],
    });
    expect(await client.events.get.result(value as Date)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/path/start' }],
    });
    expect(got).toEqual([]);
  });

  it('are not sent by a server', async () => {
    const reasons: string[] = [];
    const handle = createOutputServer(
      {
        getEvent: (_, respond) =>
          respond.ok({ start: new Date(Number.NaN), name: 'x' }, { 'X-Changed': one }),
        createEvent: ({ body }, respond) => respond.created(body),
        watchEvents: (_, respond) => respond.ok([]),
        submitForm: ({ body }, respond) => respond.ok({ from: body.at }),
        upload: ({ body }, respond) => respond.ok({ from: body.taken }),
      },
      { authorities: ['dates.example'], log: ({ reason }) => reasons.push(reason) },
    );
    const request = { ...post('', `/events/${noon.toISOString()}`), method: 'GET' };
    expect((await handle({ ...request, body: undefined })).status).toBe(500);
    expect(reasons).toEqual(['invalid-answer']);
  });

  it('are rejected by a server in parameters and forms', async () => {
    const { handle } = createEndpoints();
    const get = { ...post(''), method: 'GET', body: undefined };
    for (const target of [
      '/events/today',
      '/events/2024-01-31T12:00:00Z?around=2024-01-31T12:00:00Z&around=x',
      '/events/2024-01-31T12:00:00Z?range[from]=x',
      '/events/2024-01-31T12:00:00Z?filter={"from":"x"}',
    ])
      expect((await handle({ ...get, target })).status).toBe(400);
    const type = 'application/x-www-form-urlencoded';
    expect((await handle(post('at=x', '/form', type))).status).toBe(400);
  });

  it('are rejected by a client in a header and an item', async () => {
    const body = '{"start":"2024-01-31T12:00:00Z","name":"x"}';
    expect(await answering(body, ['X-Changed', 'x']).events.get.result(noon)).toMatchObject({
      kind: 'invalid-response',
    });
    const client = new OutputClient({
      transport: async () => ({
        status: 200,
        headers: ['Content-Type', 'application/jsonl'],
        body: '{"start":"x","name":"x"}\n',
      }),
    });
    const read = async (): Promise<void> => {
      for await (const item of await client.events.watch.stream()) expect(item).toBeUndefined();
    };
    await expect(read()).rejects.toThrow('/start is not text of the format date-time');
  });
});

describe('checks of date-times', () => {
  it('expect Date in a value of the program', async () => {
    expect(isInstant(noon)).toBe(true);
    expect(isInstant('2024-01-31T12:00:00Z')).toBe(false);
    expect(isInstant(new Date(Number.NaN))).toBe(false);
    expect(isInstant({})).toBe(false);
    const wrong = { start: '2024-01-31T12:00:00Z', name: 'x', change: { at: noon, name: 'y' } };
    expect(isEvent(wrong)).toBe(false);
    expect(eventSchema.check(wrong)).toMatchObject([
      { pointer: '/start', keyword: 'format', expected: 'a Date (date-time)' },
      { pointer: '/change/at', expected: 'a string', found: 'a Date', branch: 'renamed' },
    ]);
    const standard = await eventSchema['~standard'].validate({ start: noon, name: 'x' });
    expect(standard).toEqual({ value: { start: noon, name: 'x' } });
  });
});

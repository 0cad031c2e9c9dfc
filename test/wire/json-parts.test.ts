import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const strings = { type: 'array', items: { type: 'string' } };
const person = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

const form = {
  method: 'post',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: { people: { type: ['array', 'null'], items: person } },
        },
      },
    },
  },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
};

const generated = await generateTopic({
  name: 'json-parts',
  title: 'Parts that are JSON',
  operations: {
    send: form,
    upload: {
      method: 'post',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                rows: { type: 'array', items: strings },
                plainRows: { type: 'array', items: strings },
                plainPerson: person,
                plainPeople: { type: 'array', items: person },
                note: { type: 'string' },
                count: { type: 'integer' },
                noteOrPerson: { anyOf: [{ type: 'string' }, person] },
              },
            },
            encoding: {
              plainRows: { contentType: 'text/plain' },
              plainPerson: { contentType: 'text/plain' },
              plainPeople: { contentType: 'text/plain' },
              note: { contentType: 'application/json' },
              count: { contentType: 'application/json' },
              noteOrPerson: { contentType: 'application/json' },
            },
          },
        },
      },
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
    },
  },
});

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const echo = ({ body }: { readonly body: unknown }, respond: Makers) => respond['ok']?.(body);

const server = generated.createServer({ upload: echo, send: echo }, { trustHost: true });
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

const rows = [['a', 'b'], [], ['']];
const people = [{ name: 'Ada' }, { name: 'Grace' }];

test.each([
  ['a list of lists', { rows }],
  ['a list of lists in parts declared as text', { plainRows: rows }],
  ['an object in a part declared as text', { plainPerson: people[0] }],
  ['objects in parts declared as text', { plainPeople: people }],
  ['a string in a part declared as JSON', { note: "it's" }],
  ['a string that is JSON in a part declared as JSON', { note: '{"a":1}' }],
  ['a number in a part declared as JSON', { count: 12 }],
  ['a string beside an object in a part declared as JSON', { noteOrPerson: 'true' }],
  ['an object beside a string in a part declared as JSON', { noteOrPerson: people[1] }],
])('sends %s and reads it as it was', async (_, body) => {
  expect(await generated.call('upload').result(client, body)).toMatchObject({ value: body });
});

test.each([[null], [[people[0]]], [people]])(
  'reads a list of objects that may be null as it was: %j',
  async (list) => {
    const body = { people: list };
    expect(await generated.call('send').result(client, body)).toMatchObject({ value: body });
  },
);

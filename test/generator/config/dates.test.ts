import { describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';

const document = `openapi: 3.1.0
info: { title: Days, version: 1.0.0 }
paths: {}
components:
  schemas:
    Day: { type: string, format: date }
    At: { type: string, format: date-time }
`;

/** Generates with a setting of dates, and returns the diagnostics with codes and sentences. */
async function generateWithDates(dates: string, more = '', files: Record<string, string> = {}) {
  const config = `packages:\n  - documents: [openapi.yaml]\n    out: out\n    dates: ${dates}\n${more}`;
  const host = memoryHost(
    { '/p/openapi.yaml': document, '/p/tallystick.yaml': config, ...files },
    '/p',
  );
  const { ok, diagnostics } = await generate({ config: 'tallystick.yaml' }, host);
  return {
    ok,
    reported: diagnostics.map(({ code, severity, message, hint }) =>
      [severity, code, message, ...(hint === undefined ? [] : [hint])].join(': '),
    ),
  };
}

const day = '{ type: Day, codec: day }';
const codecs = { '/p/codecs.ts': 'export {};' };

describe('the option dates', () => {
  it.each([
    ['date', '"dates" must be "string", "Date" or an object'],
    ['{}', '"formats" is missing'],
    ['{ formats: {} }', '"formats" must not be empty'],
    ['{ formats: [date] }', '"formats" must be an object with a codec for each format, not a list'],
    ['{ formats: { date: Date } }', 'a "date" cannot be represented as a Date'],
    [`{ formats: { date: ${day} } }`, 'no "module" exports this codec'],
    [
      '{ module: ./codecs.js, formats: { date-time: Date } }',
      'no format uses a codec of this module',
    ],
    [`{ module: /codecs, formats: { date: ${day} } }`, '"/codecs" is neither a file nor a package'],
    ['{ module: ./codecs.js, formats: { date: { type: Day } } }', '"codec" is missing'],
    [`{ module: ./codecs.js, format: { date: ${day} } }`, '"format" is not a member'],
  ])('rejects %s', async (dates, message) => {
    const { ok, reported } = await generateWithDates(dates, '', codecs);
    expect(ok).toBe(false);
    expect(reported.join('\n')).toContain(message);
  });

  it('rejects a missing module', async () => {
    const { ok, reported } = await generateWithDates(
      `{ module: ./lost.js, formats: { date: ${day} } }`,
    );
    expect(ok).toBe(false);
    expect(reported).toEqual([
      'error: codec-module: "./lost.js" does not exist: it exports a type and a codec for each format',
    ]);
  });

  it('rejects invalid names of exports', async () => {
    const named = '{ type: "Day; evil()", codec: default }';
    const dates = `{ module: ./codecs.js, formats: { date: ${named} } }`;
    expect((await generateWithDates(dates, '', codecs)).reported).toEqual([
      'error: config-value: "Day; evil()" cannot be the name of an export',
      'error: config-value: "default" cannot be the name of an export',
    ]);
  });

  it('warns of a codec for an unused format', async () => {
    const dates = `{ module: ./codecs.js, formats: { datetime: ${day} } }`;
    expect(await generateWithDates(dates, '', codecs)).toEqual({
      ok: true,
      reported: [
        'warning: unused-codec: no string of the description has the format "datetime": it has "date", "date-time"',
      ],
    });
  });

  it('accepts another package as the module of a published package, but no file', async () => {
    const more = "    package: '@acme/days'\n";
    const file = await generateWithDates(
      `{ module: ./codecs.js, formats: { date: ${day} } }`,
      more,
      codecs,
    );
    expect(file.reported.join()).toContain(
      'error: codec-module: a published package cannot import',
    );
    const other = await generateWithDates(
      `{ module: '@acme/time/codecs', formats: { date: ${day} } }`,
      more,
    );
    expect(other).toEqual({ ok: true, reported: [] });
  });

  it('rejects a module in a description', async () => {
    const text = `${document}x-dates: { module: ./codecs.js, formats: { date: ${day} } }\n`;
    const host = memoryHost({ '/p/openapi.yaml': text }, '/p');
    const { diagnostics } = await generate({ documents: ['openapi.yaml'], out: 'out' }, host);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'invalid-extension: "x-dates" must be "string" or "Date"',
    ]);
  });

  it('warns that dates in messages stay text', async () => {
    const feed = `asyncapi: 3.0.0
info: { title: Feed, version: 1.0.0 }
x-dates: Date
channels:
  ticks:
    address: ticks
    messages: { tick: { payload: { type: object, properties: { at: { type: string, format: date-time } } } } }
operations: { tick: { action: send, channel: { $ref: '#/channels/ticks' } } }
`;
    const host = memoryHost({ '/p/feed.yaml': feed }, '/p');
    const { diagnostics } = await generate({ documents: ['feed.yaml'], out: 'out' }, host);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'dates-in-messages: the message "tick" has a date-time, which stays text',
    ]);
  });

  it('makes the output out of date if it changes', async () => {
    const config = (dates: string): string =>
      `packages: [{ documents: [openapi.yaml], out: out, dates: ${dates} }]`;
    const host = memoryHost(
      { '/p/openapi.yaml': document, '/p/tallystick.yaml': config('string') },
      '/p',
    );
    await generate({ config: 'tallystick.yaml' }, host);
    host.write('/p/tallystick.yaml', new TextEncoder().encode(config('Date')));
    await generate({ config: 'tallystick.yaml' }, host);
    expect(host.files().get('/p/out/types.ts')).toContain('export type At = Date;');
  });
});

import type { OutcomeDescriptor } from '@tallystick/runtime';
import type { HandlerRequest, HttpOptions, LogEntry } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { headerOf, operation, parseResponse, request, serverOf } from './request.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const failure = (correlationId?: string): OutcomeDescriptor => ({
  status: 'default',
  respond: 'failure',
  contents: json,
  error: { message: 'message', ...(correlationId === undefined ? {} : { correlationId }) },
});
type Respond = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

async function failed(
  place: string | undefined,
  handler: (received: HandlerRequest, respond: Respond) => unknown,
  options: HttpOptions = {},
) {
  const log: LogEntry[] = [];
  const handle = serverOf(
    [operation('tell', { outcomes: [failure(place)] })],
    { tell: (received: HandlerRequest, respond: Respond) => handler(received, respond) },
    { ...options, log: (entry) => log.push(entry) },
  );
  const response = await handle(request({ target: '/tell' }));
  const { body } = parseResponse(response);
  return { body, response, log };
}
const fail = (): never => {
  throw new Error('down');
};

describe('correlation id', () => {
  it.each([
    ['correlationId', (id: unknown) => ({ message: 'The server failed.', correlationId: id })],
    ['/error/id', (id: unknown) => ({ message: 'The server failed.', error: { id } })],
  ])('is in the log and at "%s" of an error of the server', async (place, expected) => {
    const { body, response, log } = await failed(place, fail);
    expect(log[0]?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toEqual(expected(log[0]?.correlationId));
    expect(headerOf(response, 'X-Correlation-Id')).toEqual([]);
  });

  it('is in a header if the format of errors has no place for it', async () => {
    const { body, response, log } = await failed(undefined, fail);
    expect(body).toEqual({ message: 'The server failed.' });
    expect(headerOf(response, 'X-Correlation-Id')).toEqual([log[0]?.correlationId]);
  });

  it('differs between requests', async () => {
    const ids = await Promise.all([failed('id', fail), failed('id', fail)]);
    expect(ids[0]?.log[0]?.correlationId).not.toBe(ids[1]?.log[0]?.correlationId);
  });

  it('completes errors of handlers, unless they have one', async () => {
    const seen: string[] = [];
    const tell = (body: object) => (received: HandlerRequest, respond: Respond) => {
      seen.push(received.correlationId);
      return respond['failure']?.(404, body);
    };
    const plain = { message: 'No tea.' };
    expect((await failed('id', tell(plain))).body).toEqual({ message: 'No tea.', id: seen[0] });
    expect(plain).toEqual({ message: 'No tea.' });
    expect((await failed('id', tell({ message: 'x', id: 'own' }))).body).toEqual({
      message: 'x',
      id: 'own',
    });
    expect((await failed('/a/b', tell({ message: 'x', a: { c: 1 } }))).body).toEqual({
      message: 'x',
      a: { c: 1, b: seen[2] },
    });
  });

  it('is not added to successes', async () => {
    const { body } = await failed('id', (_, respond) =>
      respond['failure']?.(200, { message: 'x' }),
    );
    expect(body).toEqual({ message: 'x' });
  });

  it('treats names that objects inherit as data', async () => {
    const { body } = await failed('__proto__', fail);
    expect(Object.hasOwn(Object(body), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });

  it('can be made by the program, from the request', async () => {
    const { body, log } = await failed('id', fail, {
      correlationId: ({ target }) => `request to ${target}`,
    });
    expect(body).toMatchObject({ id: 'request to /tell' });
    expect(log[0]?.correlationId).toBe('request to /tell');
  });
});

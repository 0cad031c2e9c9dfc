import type { Exchange, WireRequest } from '@tallystick/runtime';
import { expect } from 'vitest';
import type { Arguments, WireCase } from './case.js';
import { firstStatus, statedResponse } from './client.js';
import { authority } from './document.js';
import type { Generated } from './generated.js';
import { plainResponse, plainStatedResponse, statedRequest, wireRequest } from './wire-text.js';

/** What a handler got. */
export type Received = Readonly<Record<string, unknown>>;

/** A server of a topic whose handlers answer as a case says. */
export interface SuiteServer {
  readonly handle: Exchange;
  /** Says which case is being held to, and forgets what handlers got. */
  expects(wire: WireCase): void;
  /** What the handler of the current case got; nothing if it was never entered. */
  received(): readonly Received[];
  /** Why the server refused, as its log has it. */
  readonly reasons: string[];
}

/** Makes the server of a topic. */
export function suiteServer(generated: Generated, options: object = {}): SuiteServer {
  const reasons: string[] = [];
  let current: WireCase | undefined;
  let entered: Received[] = [];
  const handlers = new Proxy(
    {},
    {
      get: (_, operation) => async (request: Received, respond: Makers) => {
        if (current?.operation !== operation) throw new Error(`${String(operation)} was entered`);
        entered.push(await taken(request));
        return answered(generated, current, respond);
      },
      has: () => true,
    },
  );
  const handle = generated.createServer(handlers, {
    authorities: [authority],
    log: ({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) =>
      reasons.push(cause === undefined ? reason : `${reason}: ${String(cause)}`),
    ...options,
  });
  return {
    handle,
    expects(wire) {
      current = wire;
      entered = [];
      reasons.length = 0;
    },
    received: () => entered,
    reasons,
  };
}

type Makers = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

/** A request with everything that comes piece by piece read to its end. */
async function taken({ path, query, headers, cookies, body }: Received): Promise<Received> {
  return { path, query, headers, cookies, body: await settled(body) };
}

/** A value with streams read, and files as what is known of them. */
export async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof File) {
    const { name, type } = value;
    return { name, type, text: await value.text() };
  }
  if ('bytes' in value && typeof value.bytes === 'function') return value.bytes();
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) items.push(item);
    return items;
  }
  if (Array.isArray(value)) return Promise.all(value.map(settled));
  if (Object.getPrototypeOf(value) !== null && Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).map(async ([name, member]) => [
    name,
    await settled(member),
  ]);
  return Object.fromEntries(await Promise.all(members));
}

function answered(generated: Generated, wire: WireCase, respond: Makers): unknown {
  const {
    status = firstStatus(generated, wire.operation),
    body,
    headers,
    contentType,
  } = wire.answer ?? {};
  const { outcomes } = generated.descriptor(wire.operation);
  const keys = [status, `${Math.floor(status / 100)}XX`, 'default'];
  const outcome = keys
    .map((key) => outcomes.find((each) => each.status === key))
    .find((each) => each !== undefined);
  const parts = [body, headers, contentType];
  return respond[outcome?.respond ?? '']?.(
    ...(typeof outcome?.status === 'number' ? parts : [status, ...parts]),
  );
}

/**
 * Holds the server to a case: of exactly this request the handler gets exactly these values, and exactly these bytes
 * are answered. The body comes once as a whole and once byte by byte.
 */
export async function checkServer(
  generated: Generated,
  server: SuiteServer,
  wire: WireCase,
): Promise<void> {
  const request = wireRequest(statedRequest(wire));
  for (const each of [request, inBytes(request)]) {
    server.expects(wire);
    const response = await plainResponse(await server.handle(each));
    await expectReceived(generated, server, wire);
    if (wire.fault === undefined)
      expect(response).toEqual(plainStatedResponse(statedResponse(generated, wire)));
    else expectFault(response.status, response.body, wire.fault);
  }
}

/** The same request whose body comes a byte at a time, its length unknown. */
function inBytes(request: WireRequest): WireRequest {
  const { body } = request;
  if (body === undefined) return request;
  const all = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(all instanceof Uint8Array)) return request;
  return {
    ...request,
    body: {
      stream: (async function* () {
        for (const byte of all) yield Uint8Array.of(byte);
      })(),
    },
  };
}

/** The handler got what the case says, or was never entered where the case is about a fault. */
export async function expectReceived(
  generated: Generated,
  server: SuiteServer,
  wire: WireCase,
): Promise<void> {
  const [received] = server.received();
  if (wire.fault !== undefined) {
    expect(server.received(), 'the handler is not entered').toEqual([]);
    return;
  }
  const wanted = byName(generated, wire);
  if (received === undefined) throw new Error(`refused: ${server.reasons.join(', ')}`);
  const { path = {}, query = {}, headers = {}, cookies = {}, body } = received;
  expect({ path, query, headers, cookies, body }).toEqual(await settled(wanted));
}

/** What the handler is to get: what the program gave, path parameters by name, with what `received` says instead. */
function byName(generated: Generated, wire: WireCase): object {
  const { path: order, parameters = [] } = generated.descriptor(wire.operation);
  const names = order.flatMap((part) =>
    typeof part === 'number' ? [parameters[part]?.name ?? ''] : [],
  );
  const { call = {}, received = {} } = wire;
  const given: Arguments = call;
  const byPosition = Object.fromEntries(names.map((name, index) => [name, given.path?.[index]]));
  const {
    path = byPosition,
    query = given.query ?? {},
    headers = given.headers ?? {},
    cookies = given.cookies ?? {},
  } = received;
  return { path, query, headers, cookies, body: 'body' in received ? received.body : given.body };
}

/** A refusal has its status, and names every place that the case names, and no other. */
export function expectFault(
  status: number,
  body: string,
  fault: NonNullable<WireCase['fault']>,
): void {
  const said: unknown = JSON.parse(body);
  const violations =
    typeof said === 'object' && said !== null && 'violations' in said ? said.violations : [];
  const places = Array.isArray(violations)
    ? violations.map((each: { readonly path?: unknown }) => each.path)
    : [];
  expect({ status, at: places }).toEqual({ status: fault.status, at: fault.at ?? [] });
}

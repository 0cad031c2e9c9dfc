import type { WireRequest } from '@tallystick/runtime';
import { expect } from 'vitest';
import type { Arguments, WireCase } from './case.js';
import type { Generated } from './generated.js';
import { settled, type SuiteServer } from './handlers.js';
import { statedResponse } from './stated.js';
import { plainResponse, plainStatedResponse, statedRequest, wireRequest } from './wire-text.js';

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
  server: Pick<SuiteServer, 'received' | 'reasons'>,
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
  const parsed: unknown = JSON.parse(body);
  const violations =
    typeof parsed === 'object' && parsed !== null && 'violations' in parsed
      ? parsed.violations
      : [];
  const places = Array.isArray(violations)
    ? violations.map((each: { readonly path?: unknown }) => each.path)
    : [];
  expect({ status, at: places }).toEqual({ status: fault.status, at: fault.at ?? [] });
}

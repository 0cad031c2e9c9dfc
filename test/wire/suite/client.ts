import type { Exchange, WireRequest } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { normaliseTarget } from '../../../runtime/core/target.js';
import { expect } from 'vitest';
import type { Arguments, WireAnswer, WireCase } from './case.js';
import type { Generated } from './generated.js';
import { plainRequest, plainStatedRequest, statedRequest, wireResponse } from './wire-text.js';

/** What the suite's clients have in place of chance: every boundary of theirs is the same. */
export function noChance(length: number): Uint8Array {
  return new Uint8Array(length);
}

/**
 * Holds the client to a case: exactly this request goes out, and exactly this value or error comes back. The other
 * side is the case itself.
 */
export async function checkClient(generated: Generated, wire: WireCase): Promise<void> {
  const { call, refused } = wire;
  if (call === undefined) throw new Error(`"${wire.name}" is no case for a client`);
  const sent: WireRequest[] = [];
  const answer = statedResponse(generated, wire);
  const outcome = await callWith(generated, wire.operation, call, (request) => {
    sent.push(request);
    return Promise.resolve(wireResponse(answer));
  });
  if (refused !== undefined) {
    expect(outcome).toMatchObject({ kind: 'invalid-request', violations: [{ pointer: refused }] });
    expect(sent).toEqual([]);
    return;
  }
  const [request] = sent;
  if (request === undefined) expect(outcome).toBe('sent');
  else {
    expect(await plainRequest(request)).toEqual(plainStatedRequest(statedRequest(wire)));
    expect(normaliseTarget('https', request.authority, request.target)).toBe(request.target);
  }
  expectOutcome(outcome, wire);
}

/** Calls an operation as a program would, and gives the outcome. */
export async function callWith(
  generated: Generated,
  operation: string,
  call: Arguments,
  transport: Exchange,
  baseUrl?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const client = connect(generated.description, {
    transport,
    random: noChance,
    retry: false,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  const args = positional(generated, operation, call);
  return generated.call(operation).result(client, ...args);
}

/** The arguments of the one rule: path parameters, the one input, options. */
function positional(generated: Generated, operation: string, call: Arguments): readonly unknown[] {
  const { path = [], query, headers, cookies, body, contentType } = call;
  const { input } = generated.descriptor(operation);
  const own = contentType === undefined ? {} : { contentType };
  const given = (members: object): object =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  switch (input) {
    case 'none':
      return [...path, undefined, { ...own, ...given({ query, headers, cookies }) }];
    case 'body':
      return [...path, body, { ...own, ...given({ query, headers, cookies }) }];
    case 'query':
      return [...path, query, { ...own, ...given({ headers, cookies }) }];
    case 'parts':
      return [...path, given({ body, query, headers, cookies }), own];
  }
}

/** The response that a case says, or the one that goes without saying. */
export function statedResponse(generated: Generated, wire: WireCase): WireAnswer {
  if (wire.response !== undefined) return wire.response;
  if (wire.fault !== undefined) return { status: wire.fault.status };
  return { status: wire.answer?.status ?? firstStatus(generated, wire.operation) };
}

/** The status of the first declared outcome. */
export function firstStatus(generated: Generated, operation: string): number {
  const status = generated.descriptor(operation).outcomes[0]?.status;
  return typeof status === 'number' ? status : 200;
}

/** The outcome that a case says; by default success, with what the handler answered. */
export function expectOutcome(outcome: Readonly<Record<string, unknown>>, wire: WireCase): void {
  const { answer = {}, fault } = wire;
  if (wire.outcome !== undefined) expect(outcome).toMatchObject(wire.outcome);
  else if (fault !== undefined) expect(outcome).toMatchObject({ ok: false, status: fault.status });
  else {
    const { value, headers } = outcome;
    expect({ kind: outcome['kind'], value }).toEqual({ kind: 'success', value: answer.body });
    expect(headers).toEqual(answer.headers ?? {});
  }
}

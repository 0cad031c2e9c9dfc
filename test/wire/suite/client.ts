import type { WireRequest } from '@tallystick/runtime';
import { normaliseTarget } from '../../../runtime/core/target.js';
import { expect } from 'vitest';
import { callWith } from './call.js';
import type { WireCase } from './case.js';
import type { Generated } from './generated.js';
import { statedResponse } from './stated.js';
import { plainRequest, plainStatedRequest, statedRequest, wireResponse } from './wire-text.js';

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

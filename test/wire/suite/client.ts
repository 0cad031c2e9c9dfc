import type { WireRequest } from '@tallystick/runtime';
import { normaliseTarget } from '../../../runtime/core/target.js';
import { expect } from 'vitest';
import { callCase } from './call.js';
import type { WireCase } from './case.js';
import { authority } from './document.js';
import type { Generated } from './generated.js';
import { statedResponse } from './stated.js';
import { plainRequest, plainStatedRequest, statedRequest, wireResponse } from './wire-text.js';

/**
 * Holds the client to a case: exactly this request goes out, and exactly this value or error comes back. The other
 * side is the case itself.
 */
export async function checkClient(generated: Generated, wire: WireCase): Promise<void> {
  const { call, refused, before = [], to = `https://${authority}` } = wire;
  if (call === undefined) throw new Error(`"${wire.name}" is no case for a client`);
  const sent: WireRequest[] = [];
  const answers = [...before, statedResponse(generated, wire)];
  const outcome = await callCase(generated, wire, async (request) => {
    const answer = answers[sent.length];
    sent.push(request);
    if (answer === undefined) throw new Error('nobody answers that often');
    return wireResponse(answer);
  });
  if (refused !== undefined) {
    expect(outcome).toMatchObject({ kind: 'invalid-request', violations: [{ pointer: refused }] });
    expect(sent).toEqual([]);
    return;
  }
  expect(sent.length, `requests, the outcome being ${JSON.stringify(outcome)}`).toBe(
    answers.length,
  );
  for (const request of sent) {
    expect(await plainRequest(request)).toEqual(plainStatedRequest(statedRequest(wire)));
    expect(`${request.scheme}://${request.authority}`).toBe(to);
    expect(normaliseTarget(request.scheme, request.authority, request.target)).toBe(request.target);
  }
  expectOutcome(outcome, wire);
}

/** The outcome that a case says; by default success, with what the handler answered. */
export function expectOutcome(outcome: Readonly<Record<string, unknown>>, wire: WireCase): void {
  const { answer = {}, fault, warned, pauses } = wire;
  if (warned !== undefined) expect(outcome['warned'], 'what hooks are told').toEqual(warned);
  if (pauses !== undefined) expect(outcome['pauses'], 'pauses').toEqual(pauses);
  if (wire.outcome !== undefined) expect(outcome).toMatchObject(wire.outcome);
  else if (fault !== undefined) expect(outcome).toMatchObject({ ok: false, status: fault.status });
  else {
    const { value, headers } = outcome;
    expect({ kind: outcome['kind'], value }).toEqual({ kind: 'success', value: answer.body });
    expect(headers).toEqual(answer.headers ?? {});
  }
}

import { expect } from 'vitest';
import type { WireCase } from './case.js';
import { expectOutcome } from './client.js';
import type { Generated } from './generated.js';
import type { SuiteServer } from './handlers.js';
import { carriedLines } from './lines.js';
import { expectFault, expectReceived } from './server.js';
import type { Arrived } from './stage.js';
import { statedResponse } from './stated.js';
import { headerPairs, plainBytes, type PlainResponse, statedRequest } from './wire-text.js';

/**
 * Holds a client in some place to a case, by what came over the wire and by what the client made of the answer. No
 * header of the program's may be missing, and none be too many.
 */
export function judgeClient(
  wire: WireCase,
  outcome: Readonly<Record<string, unknown>>,
  arrived: readonly Arrived[],
): void {
  if (wire.refused !== undefined) {
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: wire.refused }],
    });
    expect(arrived).toEqual([]);
    return;
  }
  if (arrived.length === 0) throw new Error(`nothing arrived: ${JSON.stringify(outcome)}`);
  const { line, headers, body = '' } = statedRequest(wire);
  const sent = headerPairs(headers);
  expect(arrived.length, 'requests').toBe(1 + (wire.before?.length ?? 0));
  for (const request of arrived)
    expect({
      line: request.line,
      headers: carriedLines(request.headers, sent),
      body: plainBytes(request.body),
    }).toEqual({ line, headers: carriedLines(sent), body: plainBytes(body) });
  expectOutcome(outcome, wire);
}

/** Holds a server behind some adapter to a case, by what its handler got and by what came back over the wire. */
export async function judgeServer(
  generated: Generated,
  server: Pick<SuiteServer, 'received' | 'reasons'>,
  wire: WireCase,
  response: PlainResponse,
): Promise<void> {
  await expectReceived(generated, server, wire);
  if (wire.fault !== undefined) {
    expectFault(response.status, response.body, wire.fault);
    return;
  }
  const { status, headers, body = '' } = statedResponse(generated, wire);
  const sent = headerPairs(headers);
  expect({ ...response, headers: carriedLines(response.headers, sent) }).toEqual({
    status,
    headers: carriedLines(sent),
    body: plainBytes(body),
  });
}

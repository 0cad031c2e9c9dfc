import type { ClientOptions, HttpHandler, Transport, Timers } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { xml } from '@tallystick/runtime/xml';
import type { Arguments, WireCase } from './case.js';
import type { Loaded } from './generated.js';
import { testTime } from '../time.js';

/** The suite's replacement of random values: every multipart boundary is the same. */
export function noChance(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** Calls an operation as a program would, and gives the outcome. */
export async function callWith(
  generated: Loaded,
  operation: string,
  call: Arguments,
  transport: Transport,
  baseUrl?: string,
  options: ClientOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const client = connect(generated.description, {
    transport,
    random: noChance,
    retry: false,
    xml,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...options,
  });
  const args = positional(generated, operation, call);
  return generated.call(operation).result(client, ...args);
}

/**
 * Makes the call of a case with a client that has the case's own options. What hooks were told, and how long the client would have waited,
 * stands in the outcome where the case speaks of it.
 *
 * @param stage what everything is to be sent to in place of the servers that the case is about
 */
export async function callCase(
  generated: Loaded,
  wire: WireCase,
  transport: Transport,
  stage?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { operation, call = {}, client: { checks, ...own } = {} } = wire;
  const warned: string[] = [];
  const hook = ({ violations }: { readonly violations: readonly { readonly pointer: string }[] }) =>
    warned.push(...violations.map(({ pointer }) => pointer));
  const pauses: number[] = [];
  const outcome = await callWith(
    generated,
    operation,
    call,
    stage === undefined || wire.to === undefined ? transport : rerouted(transport, stage),
    wire.to === undefined ? stage : undefined,
    {
      ...own,
      ...(checks === true ? { checks: generated.checks } : {}),
      ...(wire.pauses === undefined ? {} : { timers: impatient(pauses) }),
      hooks: { invalidResponse: hook, unknownBranch: hook },
    },
  );
  return {
    ...outcome,
    ...(wire.warned === undefined ? {} : { warned }),
    ...(wire.pauses === undefined ? {} : { pauses }),
  };
}

/** Sends whatever is meant for some server to a stage. */
function rerouted(transport: Transport, stage: string): HttpHandler {
  const { host, pathname } = new URL(stage);
  const base = pathname === '/' ? '' : pathname;
  return (request) =>
    transport({ ...request, scheme: 'http', authority: host, target: base + request.target });
}

/** A clock on which every pause ends at once, and any longer timer never fires. */
function impatient(pauses: number[]): Timers {
  const longest = 24_999;
  const time = testTime({ skip: longest });
  return {
    ...time,
    setTimeout(callback, milliseconds) {
      if (milliseconds <= longest) pauses.push(milliseconds);
      return time.setTimeout(callback, milliseconds);
    },
  };
}

/** The arguments of the one rule: path parameters, the one input, options. */
function positional(generated: Loaded, operation: string, call: Arguments): readonly unknown[] {
  const { path = [], query, headers, cookies, body, contentType, accept } = call;
  const { input } = generated.descriptor(operation);
  const given = (members: object): object =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const own = given({ contentType, accept });
  switch (input) {
    case 'none':
      return [...path, { ...own, ...given({ query, headers, cookies }) }];
    case 'body':
      return [...path, body, { ...own, ...given({ query, headers, cookies }) }];
    case 'query':
      return [...path, query, { ...own, ...given({ headers, cookies }) }];
    case 'parts':
      return [...path, given({ body, query, headers, cookies }), own];
  }
}

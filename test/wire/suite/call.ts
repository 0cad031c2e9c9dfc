import type { Exchange } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import type { Arguments } from './case.js';
import type { Loaded } from './generated.js';

/** What the suite's clients have in place of chance: every boundary of theirs is the same. */
export function noChance(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** Calls an operation as a program would, and gives the outcome. */
export async function callWith(
  generated: Loaded,
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
function positional(generated: Loaded, operation: string, call: Arguments): readonly unknown[] {
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

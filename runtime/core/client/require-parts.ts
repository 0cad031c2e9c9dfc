import type { OperationDescriptor } from '../descriptor.js';
import type { Capabilities } from './capabilities.js';

/**
 * Asserts that an operation was created with every capability that its description requires.
 *
 * @throws {Error} naming the capability.
 */
export function requireParts(
  { id, parameters = [], input, body, outcomes, security = [] }: OperationDescriptor,
  parts: Capabilities,
): void {
  const has = (location: string): boolean =>
    parameters.some((parameter) => parameter.in.startsWith(location));
  const required: { readonly [Name in keyof Capabilities]?: unknown } = {
    path: has('path'),
    query: has('query'),
    cookies: has('cookie'),
    input: input === 'query' || input === 'parts',
    body,
    answers: outcomes.some(({ contents }) => contents),
    negotiate: outcomes.some(({ usual }) => usual),
    answerHeaders: outcomes.some(({ headers }) => headers?.[0]),
    // Without it, a request would be sent unsigned.
    credentials: security.some((alternative) => Object.keys(alternative).length > 0),
  };
  for (const [name, isRequired] of Object.entries(required))
    if (isRequired && parts[name as keyof Capabilities] == null)
      throw new Error(`${id} lacks the capability "${name}"`);
}

import type { OperationDescriptor } from '../descriptor.js';
import type { Parts } from './parts.js';

/**
 * Holds that an operation was made with every part that its description asks for.
 *
 * @throws {Error} that names the part.
 */
export function requireParts(
  { id, parameters = [], input, body, outcomes, security = [] }: OperationDescriptor,
  parts: Parts,
): void {
  const has = (place: string): boolean => parameters.some((each) => each.in.startsWith(place));
  const asked: { readonly [Name in keyof Parts]?: unknown } = {
    path: has('path'),
    query: has('query'),
    cookies: has('cookie'),
    input: input === 'query' || input === 'parts',
    body,
    answers: outcomes.some(({ contents }) => contents),
    negotiate: outcomes.some(({ usual }) => usual),
    answerHeaders: outcomes.some(({ headers }) => headers?.[0]),
    // Without it a request would go out unsigned.
    credentials: security.some((alternative) => Object.keys(alternative).length > 0),
  };
  for (const [name, isAsked] of Object.entries(asked))
    if (isAsked && parts[name as keyof Parts] == null)
      throw new Error(`${id} was made without its part "${name}"`);
}

import type { Located, SplitInput } from '../core/client/capabilities.js';
import { hasPartHeaders, requireKnownInput } from '../core/client/known-arguments.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { wholeInput } from '../core/client/encode-request.js';
import { isPlainObject, ownMember } from '../core/parameters/value-text.js';
import { EncodingError } from '../core/parameters/encoding-error.js';

/**
 * Splits an input that consists of the query parameters, or has properties for body, query, headers and cookies. The
 * call's options provide the remaining values.
 */
export const splitInput: SplitInput = (operation, args): Located => {
  const kind = operation.input;
  const { query, headers, cookies, partHeaders } = args.options;
  const { input } = args;
  if (kind === 'none' || kind === 'body') return wholeInput(operation, args);
  if (kind === 'query')
    return { body: undefined, query: merged(query, input, ''), headers, cookies, partHeaders };
  const parts = merged(undefined, input, '') ?? {};
  requireKnownInput(operation, parts, membersOf(operation));
  const part = (name: string, option: object | undefined): object | undefined =>
    merged(option, ownMember(parts, name), `/${name}`);
  return {
    body: ownMember(parts, 'body'),
    query: part('query', query),
    headers: part('headers', headers),
    cookies: part('cookies', cookies),
    partHeaders: part('partHeaders', partHeaders),
  };
};

/** Properties of an input with several parts. */
function membersOf({ body }: OperationDescriptor): readonly string[] {
  const members = ['body', 'query', 'headers', 'cookies'];
  return body?.contents.some(hasPartHeaders) === true ? [...members, 'partHeaders'] : members;
}

/** Merges the properties of options and input; the input's take precedence. */
function merged(options: object | undefined, input: unknown, pointer: string): object | undefined {
  if (input === undefined || input === null) return options;
  if (!isPlainObject(input)) throw new EncodingError(pointer, 'an object', 'type');
  return options === undefined ? input : { ...options, ...input };
}

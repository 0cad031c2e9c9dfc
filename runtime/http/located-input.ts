import type { Locate, Located } from '../core/client/parts.js';
import { wholeInput } from '../core/client/request-encoder.js';
import { ownMember } from '../core/client/request-head.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { isPlainObject } from '../core/parameters/value-text.js';

/** Takes an input apart that is the query's members, or has body, query, headers and cookies; what it does not hold is in the options. */
export const locateInput: Locate = (operation, args): Located => {
  const kind = operation.input;
  const { query, headers, cookies, partHeaders } = args.options;
  const { input } = args;
  if (kind === 'none' || kind === 'body') return wholeInput(operation, args);
  if (kind === 'query')
    return { body: undefined, query: merged(query, input, ''), headers, cookies, partHeaders };
  const parts = merged(undefined, input, '') ?? {};
  const part = (name: string, given: object | undefined): object | undefined =>
    merged(given, ownMember(parts, name), `/${name}`);
  return {
    body: ownMember(parts, 'body'),
    query: part('query', query),
    headers: part('headers', headers),
    cookies: part('cookies', cookies),
    partHeaders: part('partHeaders', partHeaders),
  };
};

/** Members of the options and of the input, which wins. */
function merged(options: object | undefined, input: unknown, pointer: string): object | undefined {
  if (input === undefined || input === null) return options;
  if (!isPlainObject(input)) throw new EncodingError(pointer, 'an object', 'type');
  return options === undefined ? input : { ...options, ...input };
}

import type { EncodeBody } from '../core/client/parts.js';
import type { BodyDescriptor } from '../core/descriptor.js';
import { jsonText } from '../core/parameters/json-text.js';
import { prepareContents } from './body-contents.js';

/** Prepares the body of an operation that takes nothing but JSON, without integers that are `bigint`. */
export function prepareJsonBody(descriptor: BodyDescriptor): EncodeBody {
  return prepareContents(
    descriptor,
    (_content, contentType, value) => ({ contentType, body: jsonText(value, '/body') }),
    () => 'application/json',
  );
}

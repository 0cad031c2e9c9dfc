import type { EncodeBody } from '../core/client/capabilities.js';
import type { BodyDescriptor } from '../core/descriptor.js';
import { jsonText } from '../core/parameters/json-text.js';
import { prepareContents } from './body-contents.js';

/** Prepares the encoder of a body that is JSON only, without integers represented as `bigint`. */
export function prepareJsonBody(descriptor: BodyDescriptor): EncodeBody {
  return prepareContents(
    descriptor,
    (_content, contentType, value) => ({ contentType, body: jsonText(value, '/body') }),
    () => 'application/json',
  );
}

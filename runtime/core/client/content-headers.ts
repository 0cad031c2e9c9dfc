import type { ContentDescriptor, ParameterDescriptor } from '../descriptor.js';
import { readJson } from '../integers.js';
import { JsonError } from '../json.js';
import { prepareResponseHeaders, type ReadHeaders } from './response-headers.js';
import { readStyled } from './styled-headers.js';

/** Prepares the declared headers of an outcome, including those with a media type. */
export function prepareContentHeaders(parameters: readonly ParameterDescriptor[]): ReadHeaders {
  return prepareResponseHeaders(parameters, (parameter, lines) =>
    parameter.content === undefined
      ? readStyled(parameter, lines)
      : readContent(lines.join(', '), parameter.content),
  );
}

function readContent(text: string, { codec, integers }: ContentDescriptor): unknown {
  if (codec !== 'json') return text;
  try {
    return readJson(text, integers);
  } catch (error) {
    if (error instanceof JsonError) throw new RangeError(error.message);
    return text;
  }
}

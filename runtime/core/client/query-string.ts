import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import type { EncodePairs } from '../parameters/query.js';
import type { EncodeQuery } from './capabilities.js';
import { ownMember } from './request-head.js';

/** Prepares the query of an operation. `prepare` prepares each of its parameters. */
export function prepareQueryString(
  prepare: (parameter: ParameterDescriptor, operation: OperationDescriptor) => EncodePairs,
  operation: OperationDescriptor,
): EncodeQuery {
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in.startsWith('query'))
    .map((parameter) => [parameter.name, prepare(parameter, operation)] as const);
  return (values) => {
    let text = '';
    for (const [name, encode] of query)
      for (const pair of encode(ownMember(values, name))) text += (text && '&') + pair;
    return text && `?${text}`;
  };
}

import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import type { EncodePairs } from '../parameters/query.js';
import { EncodingError, memberPointer } from '../parameters/encoding-error.js';
import type { EncodeQuery } from './capabilities.js';
import { ownMember } from './request-head.js';

/** Prepares the query of an operation. `prepare` prepares each of its parameters. */
export function prepareQueryString(
  prepare: (parameter: ParameterDescriptor, operation: OperationDescriptor) => EncodePairs,
  operation: OperationDescriptor,
): EncodeQuery {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) =>
    place.startsWith('query'),
  );
  const query = parameters.map(
    (parameter) => [parameter.name, prepare(parameter, operation)] as const,
  );
  // Only properties of an object can have the name of another parameter.
  const mayShare = query.length > 1 && parameters.some(({ type }) => type.types.includes('object'));
  return (values) => {
    let text = '';
    const senders = new Map<string, string>();
    for (const [name, encode] of query)
      for (const pair of encode(ownMember(values, name))) {
        if (mayShare) requireOneSender(senders, pair, name);
        text += (text && '&') + pair;
      }
    return text && `?${text}`;
  };
}

/** Rejects a pair with a name under which another parameter has been sent: the receiver could not tell them apart. */
function requireOneSender(senders: Map<string, string>, pair: string, parameter: string): void {
  const [name = ''] = pair.split('=', 1);
  const sender = senders.get(name);
  senders.set(name, sender ?? parameter);
  if (sender === undefined || sender === parameter) return;
  throw new EncodingError(
    memberPointer('/query', parameter),
    `sent under other names than "${sender}"`,
  );
}

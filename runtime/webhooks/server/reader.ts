import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import type { RoutedRequest } from '../../core/server/http-handler.js';
import type { Awaitable } from '../../core/server/options.js';
import { variablesOf } from '../../core/server/variables.js';
import { verifiersOf } from '../../core/server/verifiers.js';
import { prepareReading, type RequestInput } from '../../http/server/request-input.js';
import type { WebhookReceiverBinding } from './types.js';

/** Returns the reader for the deliveries of a webhook, created on first use. */
export type ReaderOf = (
  descriptor: OperationDescriptor,
) => (routed: RoutedRequest) => Awaitable<RequestInput>;

/** Prepares the readers of deliveries. Throws for an invalid variable, or a missing or invalid verifier. */
export function deliveryReader(api: ApiDescriptor, options: WebhookReceiverBinding): ReaderOf {
  const verifiers = verifiersOf(options.security);
  const variables = variablesOf(api, options.variables);
  const readers = new Map<OperationDescriptor, ReturnType<ReaderOf>>();
  return (descriptor) => {
    const cached = readers.get(descriptor);
    if (cached !== undefined) return cached;
    const read = prepareReading(descriptor, {
      api,
      verifiers,
      variables,
      checks: options.checks?.[descriptor.id],
      refuseUnknownQuery: options.unknownQuery === 'refuse',
      limit: undefined,
      xml: options.xml,
      remembersDeliveries: true,
    });
    const reader = (routed: RoutedRequest): Awaitable<RequestInput> =>
      read(routed, (_, reading) => reading);
    readers.set(descriptor, reader);
    return reader;
  };
}

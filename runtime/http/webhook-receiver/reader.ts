import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import type { Visit } from '../../core/server/front.js';
import type { Awaitable } from '../../core/server/options.js';
import { variablesOf } from '../../core/server/variables.js';
import { verifiersOf } from '../../core/server/verifiers.js';
import { prepareReading, type Reading } from '../server/reading.js';
import type { WebhookReceiverBinding } from './types.js';

/** The reading of a webhook's deliveries, made when it is first asked for. */
export type ReaderOf = (descriptor: OperationDescriptor) => (visit: Visit) => Awaitable<Reading>;

/** Prepares the reading of deliveries. Throws for a variable or a verifier that can not be. */
export function deliveryReader(api: ApiDescriptor, options: WebhookReceiverBinding): ReaderOf {
  const verifiers = verifiersOf(options.security);
  const variables = variablesOf(api, options.variables);
  const made = new Map<OperationDescriptor, ReturnType<ReaderOf>>();
  return (descriptor) => {
    const known = made.get(descriptor);
    if (known !== undefined) return known;
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
    const reader = (visit: Visit): Awaitable<Reading> => read(visit, (_, reading) => reading);
    made.set(descriptor, reader);
    return reader;
  };
}

import type { ClientConfig } from '../core/client/client-config.js';
import { createCall } from '../core/client/operation-call.js';
import type { Capabilities } from '../core/client/capabilities.js';
import type { Prepared } from '../core/client/prepare.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { createPagedCall } from '../core/client/pages.js';
import { followTo } from '../core/client/follow.js';

/**
 * Creates the client function of one operation.
 *
 * The function throws an `ApiError`, its `.result` returns every outcome as a value, and its `.failed` is a type guard
 * for the operation's errors. `codecs` are the runtime capabilities that the operation needs beyond those of every
 * operation; `everyPart` contains all of them. Nothing is prepared before the first call. `Type` is
 * inferred from the type that is declared where the function is stored; comparing types would cost the compiler more time.
 */
export function operation<Type>(descriptor: OperationDescriptor, codecs: Codecs = []): Type {
  const prepared = preparing(descriptor, codecs);
  return createCall(descriptor, (config, args) =>
    config.pipeline.perform(config, descriptor, prepared(config, args.options.accept), args),
  ) as Type;
}

/** What an operation needs of the runtime beyond what every operation needs. */
export type Codecs = readonly Capabilities[];

/**
 * Returns the closures of an operation, created on first use for each media type that a call requests (or none).
 *
 * @throws {Error} if the operation lacks a capability.
 * @throws {ApiError} `invalid-request` if no response has the requested media type.
 */
export type Preparing = (config: ClientConfig, accept?: string) => Prepared;

/** Prepares the closures of an operation on first use. */
export function preparing(descriptor: OperationDescriptor, capabilities: Codecs): Preparing {
  const cache = new Map<string | undefined, Prepared>();
  return (config, accept) => {
    const mediaType = descriptor.accepts === undefined ? undefined : accept;
    const cached = cache.get(mediaType);
    if (cached !== undefined) return cached;
    const parts = merged(capabilities);
    const prepared = config.pipeline.prepare(
      descriptor,
      parts.negotiate?.(descriptor, parts, mediaType) ?? parts,
    );
    cache.set(mediaType, prepared);
    return prepared;
  };
}

/** Merges capabilities; later ones override earlier ones. */
export function merged(parts: Codecs): Capabilities {
  return Object.assign({}, ...parts) as Capabilities;
}

/** Creates the client function of an operation whose response is one page of many. */
export function pagedOperation<Type>(descriptor: OperationDescriptor, codecs: Codecs = []): Type {
  const prepared = preparing(descriptor, codecs);
  return createPagedCall(descriptor, (config, args) =>
    config.pipeline.perform(config, descriptor, withPageUrls(prepared(config), descriptor), args),
  ) as Type;
}

/** Closures that can also request a page by the URL that another page contains. */
function withPageUrls(prepared: Prepared, descriptor: OperationDescriptor): Prepared {
  return {
    ...prepared,
    encode: (config, args) => followTo(config, descriptor, prepared.encode(config, args), args),
  };
}

import { createPagedCall } from '../core/client/pages.js';
import { followTo } from '../core/client/follow.js';
import type { Prepared } from '../core/client/prepare.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { type Codecs, preparing } from './operation.js';

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

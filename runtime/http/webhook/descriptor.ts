import type { OperationDescriptor } from '../../core/descriptor.js';
import type { ConditionDescriptor } from '../../core/dispatch.js';

/** One webhook, or one callback: a request that whoever serves the API sends. Its path is empty, since others say where it goes. */
export interface WebhookDescriptor extends OperationDescriptor {
  /** Where a callback goes: text, and what is taken from the request that set it up and from its response. */
  readonly address?: readonly (string | ExpressionDescriptor)[];
  /** What tells it from the other webhooks that may come to the same place; without it, it takes what is left. */
  readonly match?: readonly ConditionDescriptor[];
  /** The member of the body whose value says which event it is. */
  readonly event?: string;
}

/** A runtime expression (OpenAPI 3.1.1 section 4.8.20.3), taken apart. */
export type ExpressionDescriptor =
  | { readonly of: 'url' | 'method' | 'statusCode' }
  | {
      readonly of: 'request' | 'response';
      readonly in: 'body' | 'header' | 'path' | 'query';
      /** The parameter's or header's name, or a JSON Pointer into the body. */
      readonly name: string;
    };

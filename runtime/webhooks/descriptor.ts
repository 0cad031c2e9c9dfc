import type { OperationDescriptor } from '../core/descriptor.js';
import type { ConditionDescriptor } from '../core/message-matcher.js';

/**
 * A webhook or callback: a request that the provider of the API sends.
 * Its path is empty, because the subscriber chooses the address.
 */
export interface WebhookDescriptor extends OperationDescriptor {
  /** Address of a callback: literal text, and expressions over the request that registered it and its response. */
  readonly address?: readonly (string | ExpressionDescriptor)[];
  /** Conditions that distinguish it from other webhooks on the same path. Without conditions, it matches what no other matches. */
  readonly match?: readonly ConditionDescriptor[];
  /** Property of the body that contains the name of the event. */
  readonly event?: string;
}

/** A parsed runtime expression (OpenAPI 3.1.1 section 4.8.20.3). */
export type ExpressionDescriptor =
  | { readonly of: 'url' | 'method' | 'statusCode' }
  | {
      readonly of: 'request' | 'response';
      readonly in: 'body' | 'header' | 'path' | 'query';
      /** Name of the parameter or header, or a JSON Pointer into the body. */
      readonly name: string;
    };

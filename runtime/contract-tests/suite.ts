import type { ClientOptions, Client } from '../core/client/client-config.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { ResponseChecks } from '../core/check.js';
import type { XmlCodec } from '../core/xml-descriptor.js';

/** What a call does to the data of a service: it reads, it may also change, or it removes. */
export type Effect = 'read' | 'write' | 'delete';

/** The contract tests of a package, as generated code has them. */
export interface ContractSuite {
  /** Title of the API. */
  readonly title: string;
  /** Creates a client of the package. */
  connect(options: ClientOptions): Client;
  readonly checks: ResponseChecks;
  /** Present if a body is a value in XML. */
  readonly xml?: XmlCodec;
  readonly operations: readonly TestedOperation[];
  readonly sequences: readonly TestedSequence[];
}

/** An operation with its example requests. */
export interface TestedOperation {
  /** Name of the function, such as `getPet`. */
  readonly name: string;
  /** The operation, as a function whose first argument is the client. */
  readonly call: unknown;
  readonly descriptor: OperationDescriptor;
  readonly effect: Effect;
  readonly examples: readonly (RequestExample | SkippedExample)[];
  /** Named examples of responses, which mocks send on request (`Prefer: example=name`). */
  readonly responses?: readonly ResponseExample[];
}

/** A request that is sent. */
export interface RequestExample {
  /** Such as `example "tom"`. */
  readonly name: string;
  /** Arguments of the call after the client. */
  readonly arguments: readonly unknown[];
  /** Name of the example, if a response has an example of the same name. Its status is then expected. */
  readonly response?: ResponseExample;
}

/** An example that cannot be sent. */
export interface SkippedExample {
  readonly name: string;
  /** Completes "it is skipped, because …". */
  readonly skip: string;
}

/** A named example of a response. */
export interface ResponseExample {
  readonly status: number;
  readonly example: string;
}

/** Calls in order, of which each uses values of the preceding ones. */
export interface TestedSequence {
  /** Such as `createPet → getPet (link "GetPet")`. */
  readonly name: string;
  readonly effect: Effect;
  readonly steps: readonly SequenceStep[];
}

/** One call of a sequence. */
export interface SequenceStep {
  readonly name: string;
  readonly call: unknown;
  readonly descriptor: OperationDescriptor;
  /** Arguments after the client, with links in the positions of values that preceding steps supply. */
  readonly arguments: readonly unknown[];
  /** Status of the response that the following link belongs to. */
  readonly status?: number;
  /** States in the response. */
  readonly states?: readonly ObservedState[];
  /** True if the service may refuse the call, because the state does not allow it. */
  readonly mayRefuse?: true;
}

/** A state in a response (`x-state`). */
export interface ObservedState {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly transitions: { readonly [from: string]: readonly string[] | undefined };
  /** States of which one must be the first. Absent if the call creates nothing, or any state may be the first. */
  readonly initial?: readonly string[];
}

/** A value of a preceding step (OpenAPI runtime expressions, OpenAPI 3.1.1 section 4.8.20.4). */
export class Link {
  readonly expression: string;
  /** Index of the step. If absent, the preceding one. */
  readonly step: number | undefined;

  constructor(expression: string, step: number | undefined) {
    this.expression = expression;
    this.step = step;
  }
}

/**
 * Refers to a value of a preceding step: `link('$response.body#/id')`. A text with expressions in braces becomes a text. `step` is the index
 * of the step; default: the preceding one.
 */
export function link(expression: string, step?: number): Link {
  return new Link(expression, step);
}

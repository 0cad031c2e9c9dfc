import type { Effect, ResponseExample } from '../../../runtime/contract-tests/suite.js';
import type { Json, SchemaId } from '../../model/schema.js';
import type { Identifier, OperationPlan, ServicePlan } from '../../plan/plan.js';
import type { StatePlan } from '../states/plan.js';

/** Programs that run the tests. */
export type Runner = 'vitest' | 'node:test';

/** Contents of `contract-tests.ts`, of a file for each service, and of one for the sequences. */
export interface TestsPlan {
  readonly runner: Runner;
  readonly file: 'contract-tests.ts';
  /** Function such as `runShopContractTests`. */
  readonly run: Identifier;
  /** Type such as `ShopContractTestOptions`. */
  readonly optionsType: Identifier;
  readonly services: readonly TestedServicePlan[];
  /** Absent if nothing follows from links and states. */
  readonly sequences?: SequencesPlan;
  /** True if a body is a value in XML. */
  readonly usesXml: boolean;
}

/** Tests of one service. */
export interface TestedServicePlan {
  readonly service: ServicePlan;
  readonly file: string;
  /** List such as `ordersContractTests`. */
  readonly constant: Identifier;
  readonly operations: readonly TestedOperationPlan[];
}

/** Tests of one operation. */
export interface TestedOperationPlan {
  readonly operation: OperationPlan;
  readonly effect: Effect;
  readonly cases: readonly CasePlan[];
  /** Named examples of responses with a status of their own. */
  readonly responses: readonly ResponseExample[];
}

/** An example request, or the reason why it cannot be sent. */
export type CasePlan =
  | { readonly name: string; readonly skip: string }
  | { readonly name: string; readonly request: RequestPlan; readonly response?: ResponseExample };

/** Values of a request, by the names of the parameters. */
export interface RequestPlan {
  /** In the order of the path. */
  readonly path: ReadonlyMap<string, ValuePlan>;
  readonly query: ReadonlyMap<string, ValuePlan>;
  readonly headers: ReadonlyMap<string, ValuePlan>;
  readonly cookies: ReadonlyMap<string, ValuePlan>;
  readonly body?: ValuePlan;
  /** Absent if the client knows it. */
  readonly contentType?: string;
  /** Headers of the parts of a form, by property. */
  readonly partHeaders: ReadonlyMap<string, ValuePlan>;
}

/** A value of a request. */
export type ValuePlan =
  /** JSON, in its wire form. `schema` says what its program form is. */
  | { readonly kind: 'json'; readonly value: Json; readonly schema?: SchemaId }
  /** Bytes of a text. */
  | { readonly kind: 'bytes'; readonly text: string }
  /** Part of a form with a text as its contents. */
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ValuePlan[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, ValuePlan> }
  /** A runtime expression about the response to a step of a sequence. */
  | { readonly kind: 'link'; readonly expression: string; readonly step: number };

/** Sequences of calls. */
export interface SequencesPlan {
  readonly file: string;
  /** List such as `shopSequences`. */
  readonly constant: Identifier;
  readonly sequences: readonly SequencePlan[];
}

/** Calls in order. */
export interface SequencePlan {
  readonly name: string;
  readonly effect: Effect;
  readonly steps: readonly StepPlan[];
}

/** One call of a sequence. */
export interface StepPlan {
  readonly operation: OperationPlan;
  readonly request: RequestPlan;
  /** Status of the response with the link that is followed. */
  readonly status?: number;
  readonly states: readonly ObservedStatePlan[];
  readonly mayRefuse?: true;
}

/** A state in the body of a response. */
export interface ObservedStatePlan {
  readonly pointer: string;
  readonly state: StatePlan;
  /** True if the operation creates what has the state. */
  readonly isInitial: boolean;
}

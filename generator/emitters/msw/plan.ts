import type { FakeReply } from '../../../runtime/msw/fake-reply.js';
import type { FakeTable } from '../../../runtime/fakes/schema.js';
import type { Identifier, IdentifierName, OperationPlan, ServicePlan } from '../../plan/plan.js';

/** Contents of `msw.ts`, and of a file for each service. */
export interface MswPlan {
  readonly file: 'msw.ts';
  /** Interface of the mocks of all operations, such as `ShopMocks`. */
  readonly mocksType: Identifier;
  /** Function such as `createShopMocks`. */
  readonly create: Identifier;
  /** Function such as `mockShop`, which mocks the whole API. */
  readonly mockAll: Identifier;
  readonly services: readonly MockedServicePlan[];
  /** The usual responses, by the names of the operations' handlers. */
  readonly replies: ReadonlyMap<IdentifierName, FakeReply>;
  /** Schemas of fakes. */
  readonly table: FakeTable;
  /** True if a body is a value in XML. */
  readonly usesXml: boolean;
}

/** Mocks of one service. */
export interface MockedServicePlan {
  readonly service: ServicePlan;
  readonly file: string;
  /** Interface such as `OrdersMocks`. */
  readonly mocksType: Identifier;
  readonly operations: readonly MockedOperationPlan[];
}

/** Mock of one operation. */
export interface MockedOperationPlan {
  readonly operation: OperationPlan;
  /** Name of the response whose body alone may be given. Absent if there is none, or if it requires headers. */
  readonly usual?: IdentifierName;
}

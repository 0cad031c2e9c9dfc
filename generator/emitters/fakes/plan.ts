import type { FakeDirection } from '../../../runtime/fakes/maker.js';
import type { FakeTable } from '../../../runtime/fakes/schema.js';
import { planKey, type Identifier, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of fakes. */
export const fakesKey: PlanKey<FakesPlan> = planKey('fakes');

/** Contents of `fakes.ts`: a function for every named type, and the table that all of them use. */
export interface FakesPlan {
  readonly file: 'fakes.ts';
  /** Schemas by key. Codecs are instances of `FormatCodec`. */
  readonly table: FakeTable;
  readonly fakes: readonly FakePlan[];
}

/** A function that makes fakes of one type. */
export interface FakePlan {
  /** Name of the function, such as `fakePolicy`. */
  readonly identifier: Identifier;
  readonly type: Identifier;
  /** Key of the schema in the table. */
  readonly key: string;
  readonly direction: FakeDirection;
}

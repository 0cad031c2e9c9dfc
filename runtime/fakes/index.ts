/** Fakes: values of schemas, determined by a seed. */
export {
  createFakes,
  fakeOf,
  FakeError,
  type Fake,
  type FakeOptions,
  type FakeOverrides,
  type Fakes,
  type FakeRequest,
} from './create-fakes.js';
export type { FakeDirection } from './maker.js';
export type { FakeMembers, FakeSchema, FakeSubschema, FakeTable, FakeType } from './schema.js';
export type { TextHint, TextSource } from './texts.js';

/** Contract tests of the examples that a description contains. Generated code has the examples; the program names the service. */
export type { ContractTestOptions, TestContext, TestRunner } from './options.js';
export { ContractError } from './perform.js';
export { registerContractTests } from './register.js';
export {
  link,
  type ContractSuite,
  type Effect,
  type Link,
  type ObservedState,
  type RequestExample,
  type ResponseExample,
  type SequenceStep,
  type SkippedExample,
  type TestedOperation,
  type TestedSequence,
} from './suite.js';

/** A rule of the sandbox's design. */
export interface SandboxRule {
  /** Such as `policies-4`, or `P5` for a property. */
  readonly id: string;
  /** Its section on the page: `policies`, or `properties`. */
  readonly subject: string;
  /** Its first sentence. */
  readonly says: string;
  /** Files with a test that is named after the rule, below `test/sandbox/` or `test/third-party/`. */
  readonly files: readonly string[];
  /** What these tests go through: the letters of surfaces, `engine`, `journal` or `process`. */
  readonly surfaces: readonly string[];
}

/** All rules of `docs/sandbox/design.md` in its order, with their tests. */
export declare function sandboxRules(): readonly SandboxRule[];

/** Names of rules in titles of tests that the design does not have, such as `policies-40 (policies.test.ts)`. */
export declare function unknownRules(): readonly string[];

/** Creates the page with the rules of the sandbox and their tests. */
export declare function rulesTable(): string;

/** Path from the root of a file that {@link SandboxRule.files} has. */
export declare function pathOf(file: string): string;

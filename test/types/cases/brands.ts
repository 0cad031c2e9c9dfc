import { decodeUnknownSync } from 'effect/Schema';
import { Value } from 'typebox/value';
import type { PoliciesService } from '../../cases/brands/output/src/operations/policies.js';
import { policyId, ruleId, version } from '../../cases/brands/output/src/brands.js';
import { fakePolicyId } from '../../cases/brands/output/src/fakes.js';
import { getRuleKey } from '../../cases/brands/output/src/query/policies.js';
import type { ParentId, Policy, PolicyId, RuleId } from '../../cases/brands/output/src/types.js';
import { arktypePolicyId } from '../../cases/brands/output/src/arktype.js';
import { effectPolicyId } from '../../cases/brands/output/src/effect.js';
import { typeboxPolicyId } from '../../cases/brands/output/src/typebox.js';
import { zodPolicyId } from '../../cases/brands/output/src/zod.js';
import { isPolicyId } from '../../cases/brands/output/src/validators.js';

declare const service: PoliciesService;
declare const policy: Policy;
declare const text: string;

/** A value with a brand is a string, and one of an alias. */
export const accepted = {
  text: policyId(text) satisfies string,
  alias: policyId(text) satisfies ParentId,
  own: policy.id satisfies PolicyId,
  nullable: policy.copyOf satisfies PolicyId | null | undefined,
  restricted: policy.short satisfies PolicyId | undefined,
  fake: fakePolicyId() satisfies PolicyId,
  parsed: zodPolicyId.parse(text) satisfies PolicyId,
  asserted: arktypePolicyId.assert(text) satisfies PolicyId,
  decoded: decodeUnknownSync(effectPolicyId)(text) satisfies PolicyId,
  valid: Value.Parse(typeboxPolicyId, text) satisfies PolicyId,
  narrowed: isPolicyId(text) ? (text satisfies PolicyId) : undefined,
  call: service.getRule(policy.id, ruleId('first'), { headers: { 'If-Match': version('1') } }),
  key: getRuleKey(policy.id, ruleId('first'), { headers: { 'If-Match': version('1') } }),
};

/** Neither a string nor another brand is one. */
export const refused: readonly unknown[] = [
  text satisfies PolicyId, // error: 1360
  policy.id satisfies RuleId, // error: 1360
  ruleId(policy.id) satisfies PolicyId, // error: 1360
  service.getRule(text, ruleId('first'), { headers: { 'If-Match': version('1') } }), // error: 2345
  service.getRule(ruleId('first'), ruleId('first'), { headers: { 'If-Match': version('1') } }), // error: 2345
  service.getRule(policy.id, ruleId('first'), { headers: { 'If-Match': '1' } }), // error: 2322
  getRuleKey(text, ruleId('first'), { headers: { 'If-Match': version('1') } }), // error: 2345
];

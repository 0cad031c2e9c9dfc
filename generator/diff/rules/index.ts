import type { ChangeRule } from '../change.js';
import { operationRules } from '../compare-operations.js';
import { additionalProperties } from './additional-properties.js';
import { schemaDefault, schemaDeprecation, schemaDocumentation } from './annotations.js';
import { discriminatorRule } from './discriminator.js';
import { constRule, enumRule, knownValues } from './enum.js';
import { fixRules } from './fix.js';
import { keywordRules } from './keywords.js';
import { messageRules } from './message-rules.js';
import { operationAdded, operationRemoved } from './operation-added.js';
import { patternProperties } from './pattern-properties.js';
import { propertyRules } from './property-rules.js';
import { serviceRules } from './service.js';
import { nullable, typeRule } from './type.js';
import { ambiguousUnion, unionBranch } from './union-branch.js';

/** A part of the catalogue. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly ChangeRule[];
}

/** The catalogue: every rule, by what it is about. The pages of the rules are generated from it. */
export const ruleGroups: readonly RuleGroup[] = [
  { title: 'The service', rules: serviceRules },
  {
    title: 'Operations',
    rules: [
      ...new Set([
        operationAdded,
        operationRemoved,
        ...operationRules.flatMap(({ rules }) => rules),
      ]),
    ],
  },
  { title: 'Channels and messages', rules: messageRules },
  { title: 'FIX', rules: fixRules },
  {
    title: 'Schemas',
    rules: [
      typeRule,
      nullable,
      enumRule,
      constRule,
      knownValues,
      ...propertyRules,
      additionalProperties,
      patternProperties,
      unionBranch,
      ambiguousUnion,
      discriminatorRule,
      schemaDefault,
      schemaDeprecation,
      schemaDocumentation,
    ],
  },
  { title: 'Keywords of schemas', rules: keywordRules },
];

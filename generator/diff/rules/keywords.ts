import type { KeywordName } from '../../schema/keyword.js';
import { keywordList } from '../../schema/registry.js';
import type { SchemaRule } from '../schemas/finding.js';
import { verdictOf } from '../verdict.js';

/** Keywords whose changes other rules report. */
const covered: ReadonlySet<KeywordName> = new Set([
  '$ref',
  '$dynamicRef',
  '$dynamicAnchor',
  'type',
  'const',
  'enum',
  'allOf',
  'anyOf',
  'oneOf',
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'prefixItems',
  'items',
  'then',
  'else',
  'discriminator',
]);

/** Keywords that bound a size. A server knows whether its values exceed one. */
const bounds: ReadonlySet<KeywordName> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

/** A rule for each keyword that is compared by itself. */
const rules: ReadonlyMap<KeywordName, SchemaRule> = new Map(
  keywordList
    .filter(({ name }) => !covered.has(name))
    .map(({ name }) => [name, bounds.has(name) ? boundRule(name) : plainRule(name)]),
);

/** Rules of keywords, in the order of the registry. */
export const keywordRules: readonly SchemaRule[] = [...rules.values()];

/** The rule about changes of a keyword. */
export function keywordRule(name: KeywordName): SchemaRule {
  const rule = rules.get(name);
  if (rule === undefined) throw new Error(`"${name}" is compared by a rule of its own`);
  return rule;
}

function plainRule(name: KeywordName): SchemaRule {
  return {
    id: ruleId(name),
    when: `The keyword \`${name}\` was added, removed, or has another value.`,
    advice:
      'A stricter value breaks whoever sends values that only the old one allows. A looser value breaks whoever receives values that only the new one allows. If neither value certainly implies the other, the verdict is `undecided`.',
  };
}

function boundRule(name: KeywordName): SchemaRule {
  return {
    id: ruleId(name),
    when: `The bound \`${name}\` was added, removed, or has another value.`,
    advice:
      'A stricter bound breaks callers whose requests exceed it, and it is risky for servers, whose responses may exceed it. A looser bound breaks whoever receives values beyond the old one.',
    judge: ({ oldInNew, newInOld }, way) => ({
      sender: oldInNew === 'no' && way === 'response' ? 'risky' : verdictOf(oldInNew),
      receiver: verdictOf(newInOld),
    }),
  };
}

function ruleId(name: KeywordName): string {
  return `keyword-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

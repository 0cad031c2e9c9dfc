import { parsePointer } from '../../core/pointer.js';
import type { FeedCondition } from '../../model/feed.js';
import type { Int64 } from '../../model/analysis/big-integer.js';
import { bigIntLiteral, code, type Code, literal, propertyName } from '../../printer/code.js';
import { objectType, union } from '../../printer/types.js';

/** Conditions by property. */
interface Properties {
  readonly inner: Map<string, Properties>;
  condition?: FeedCondition;
}

/**
 * Type of the properties that all messages of a channel have, derived from its conditions:
 * `{ readonly profile_id: unknown }` if a `profile_id` must be present. Returns `undefined` if no
 * condition applies to a property.
 */
export function carriedProperties(
  conditions: readonly FeedCondition[],
  int64: Int64,
): Code | undefined {
  const root: Properties = { inner: new Map() };
  for (const condition of conditions) {
    const path = parsePointer(condition.pointer) ?? [];
    let properties = root;
    for (const name of path) {
      const inner: Properties = properties.inner.get(name) ?? { inner: new Map() };
      properties.inner.set(name, inner);
      properties = inner;
    }
    properties.condition = condition;
  }
  return root.inner.size === 0 ? undefined : typeOf(root, int64);
}

function typeOf({ inner }: Properties, int64: Int64): Code {
  const members = [...inner].map(([name, properties]) => {
    const { condition } = properties;
    const isAbsent = condition !== undefined && 'present' in condition && !condition.present;
    const type = properties.inner.size > 0 ? typeOf(properties, int64) : valueOf(condition, int64);
    return { label: code`readonly ${propertyName(name)}${isAbsent ? code`?` : code``}`, type };
  });
  return objectType(members);
}

function valueOf(condition: FeedCondition | undefined, int64: Int64): Code {
  if (condition === undefined) return code`unknown`;
  if ('present' in condition) return condition.present ? code`unknown` : code`never`;
  const values = 'const' in condition ? [condition.const] : condition.enum;
  return union(values.flatMap((value) => literalsOf(value, int64)));
}

/** Literals of a value of messages. An integer is a number or a `bigint`, depending on its schema. */
function literalsOf(value: Literal, int64: Int64): readonly Code[] {
  const isInteger = int64 === 'bigint' && Number.isSafeInteger(value);
  return isInteger ? [literal(value), bigIntLiteral(BigInt(value as number))] : [literal(value)];
}

type Literal = Parameters<typeof literal>[0];

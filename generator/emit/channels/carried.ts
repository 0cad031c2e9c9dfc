import { parsePointer } from '../../core/pointer.js';
import type { FeedCondition } from '../../model/feed.js';
import { code, type Code, join, literal, propertyName } from '../code.js';

/** Conditions by property. */
interface Properties {
  readonly inner: Map<string, Properties>;
  condition?: FeedCondition;
}

/**
 * The type of the properties that all messages of a channel have, from its conditions: `{ readonly profile_id: unknown }` if a
 * `profile_id` must be present. Absent if no condition is about a property.
 */
export function carriedProperties(conditions: readonly FeedCondition[]): Code | undefined {
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
  return root.inner.size === 0 ? undefined : typeOf(root);
}

function typeOf({ inner }: Properties): Code {
  const members = [...inner].map(([name, properties]) => {
    const { condition } = properties;
    const isAbsent = condition !== undefined && 'present' in condition && !condition.present;
    const type = properties.inner.size > 0 ? typeOf(properties) : valueOf(condition);
    return code`readonly ${propertyName(name)}${isAbsent ? code`?` : code``}: ${type}`;
  });
  return code`{ ${join(members, '; ')} }`;
}

function valueOf(condition: FeedCondition | undefined): Code {
  if (condition === undefined) return code`unknown`;
  if ('const' in condition) return literal(condition.const);
  if ('enum' in condition) return join(condition.enum.map(literal), ' | ');
  return condition.present ? code`unknown` : code`never`;
}

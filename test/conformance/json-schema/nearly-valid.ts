import type { Json } from '../../../generator/model/schema.js';

type Members = { readonly [name: string]: Json };

/**
 * An instance that follows a schema of the drawn vocabulary as far as one pass can, so that most of its keywords
 * are met and the last word is with a single one of them.
 */
export function nearlyValid(schema: Json, random: () => number): Json {
  const definitions = (isMembers(schema) ? schema['$defs'] : undefined) ?? {};
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];

  const follow = (given: Json, depth: number): Json => {
    const drawn = gather(given, depth);
    const listed = drawn['const'] !== undefined ? [drawn['const']] : drawn['enum'];
    if (Array.isArray(listed) && random() < 0.8) return (pick(listed) ?? null) as Json;
    const type = typeOf(drawn);
    if (type === 'object') return members(drawn, depth);
    if (type === 'array') return items(drawn, depth);
    if (type === 'string') return text(drawn);
    if (type === 'boolean') return random() < 0.5;
    return type === 'null' ? null : number(drawn);
  };

  /** The keywords of a schema over those of one branch of each kind. */
  const gather = (given: Json, depth: number): Members => {
    if (!isMembers(given) || depth > 6) return {};
    const parts: Json[] = [...list(given['allOf'])];
    for (const keyword of ['anyOf', 'oneOf']) parts.push(pick(list(given[keyword])) ?? {});
    for (const keyword of ['if', 'then', 'else']) {
      if (random() < 0.4) parts.push(given[keyword] ?? {});
    }
    const reference = given['$ref'];
    if (typeof reference === 'string' && isMembers(definitions)) {
      parts.push(definitions[reference.slice('#/$defs/'.length)] ?? {});
    }
    return Object.assign({}, ...parts.map((part) => gather(part, depth + 1)), given) as Members;
  };

  const typeOf = (drawn: Members): string => {
    const type = drawn['type'];
    if (typeof type === 'string') return type;
    const among = list(type).filter((name) => typeof name === 'string');
    if (among.length > 0) return pick(among) ?? 'null';
    const names = Object.keys(drawn).join(' ');
    const likely = [
      ...(/ropert|required|dependent/.test(names) ? ['object', 'object'] : []),
      ...(/tems|contains|Contains/.test(names) ? ['array', 'array'] : []),
      ...(/Length|pattern\b/.test(names) ? ['string'] : []),
      ...(/imum|multipleOf/.test(names) ? ['number'] : []),
    ];
    return pick(likely) ?? pick(['object', 'array', 'string', 'number', 'null', 'boolean']) ?? '';
  };

  const members = (drawn: Members, depth: number): Json => {
    const declared = isMembers(drawn['properties'] ?? null) ? (drawn['properties'] as Members) : {};
    const wanted = list(drawn['required']).filter((name) => typeof name === 'string');
    const names = new Set([...wanted, ...Object.keys(declared).filter(() => random() < 0.7)]);
    const least = typeof drawn['minProperties'] === 'number' ? drawn['minProperties'] : 0;
    for (const name of ['a', 'b', 'ab', 'c']) {
      if (names.size < least || random() < 0.15) names.add(name);
    }
    const entries = [...names].map((name): [string, Json] => {
      const own = Object.hasOwn(declared, name) ? declared[name] : drawn['additionalProperties'];
      return [name, depth > 3 ? 1 : follow(own ?? {}, depth + 1)];
    });
    return Object.fromEntries(entries);
  };

  const items = (drawn: Members, depth: number): Json => {
    const prefix = list(drawn['prefixItems']);
    const least = typeof drawn['minItems'] === 'number' ? drawn['minItems'] : 0;
    const length = Math.max(least, Math.floor(random() * 3), random() < 0.6 ? prefix.length : 0);
    return Array.from({ length }, (_, index) => {
      const contained = random() < 0.4 ? drawn['contains'] : undefined;
      return depth > 3 ? 1 : follow(contained ?? prefix[index] ?? drawn['items'] ?? {}, depth + 1);
    });
  };

  const text = (drawn: Members): Json => {
    const least = typeof drawn['minLength'] === 'number' ? drawn['minLength'] : 0;
    const start = pick(['a', 'b', '1', 'ab', '😀', 'x']) ?? '';
    return random() < 0.3 ? start : start.padEnd(least, 'ab1');
  };

  const number = (drawn: Members): Json => {
    const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
    const near = bounds.map((name) => drawn[name]).filter((bound) => typeof bound === 'number');
    const bound = pick(near) ?? 1;
    return bound + (pick([0, 0, 1, -1, 0.5]) ?? 0);
  };

  return disturbed(follow(schema, 0), random);
}

/** The same value, in half of the cases with one change somewhere. */
function disturbed(value: Json, random: () => number): Json {
  if (random() < 0.5) return value;
  if (Array.isArray(value) && value.length > 0) {
    const at = Math.floor(random() * value.length);
    if (random() < 0.3) return value.filter((_, index) => index !== at);
    if (random() < 0.3) return [...value, value[at] ?? null];
    return value.map((item: Json, index) => (index === at ? disturbed(item, random) : item));
  }
  if (isMembers(value) && Object.keys(value).length > 0) {
    const names = Object.keys(value);
    const name = names[Math.floor(random() * names.length)] ?? '';
    const others = Object.entries(value).filter(([key]) => key !== name);
    if (random() < 0.4) return Object.fromEntries(others);
    return Object.fromEntries([...others, [name, disturbed(value[name] ?? null, random)]]);
  }
  if (typeof value === 'number') return random() < 0.5 ? value + 0.5 : -value;
  if (typeof value === 'string') return random() < 0.5 ? `${value}b` : value.slice(1);
  return random() < 0.5 ? null : 0;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isMembers(value: Json): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Document with hostile text in every location that may contain any words without changing its meaning. */
export interface Saturated {
  readonly document: unknown;
  /** Number of replaced texts. */
  readonly places: number;
}

/** Returns the text for the next location; unique if `isName` is true. */
type Next = (isName: boolean) => string;

/**
 * Copies a description with hostile text in all its prose, extensions, examples, enums and string defaults, and in the names of its
 * properties, schemas, operations and tags, including references. Each round starts with another payload, so that every location has had
 * each payload after as many rounds as there are payloads.
 */
export function saturated(
  document: unknown,
  payloads: readonly string[],
  round: number,
): Saturated {
  let places = 0;
  const next: Next = (isName) => {
    const payload = payloads[(places + round) % payloads.length] ?? '';
    places += 1;
    return isName ? `${payload} ${places}` : payload;
  };
  const names = new Map(
    Object.keys(memberOf(memberOf(document, 'components'), 'schemas')).map((name) => [
      name,
      // No reference can name half a character (RFC 3986 section 2.5).
      next(true).replace(/\p{Surrogate}/gu, '\ufffd'),
    ]),
  );
  const copy = copyOf(document, [], next, names);
  return { document: copy, places };
}

function copyOf(
  value: unknown,
  path: readonly string[],
  next: Next,
  names: ReadonlyMap<string, string>,
): unknown {
  const [key = '', parent = ''] = path.toReversed();
  if (typeof value === 'string') {
    if (key === '$ref') return referenceOf(value, names);
    const kind = kindOf(path);
    return kind === undefined ? value : next(kind === 'name');
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => copyOf(each, [...path, `${index}`], next, names));
  }
  if (typeof value !== 'object' || value === null) return value;
  const isSchemas = key === 'schemas' && parent === 'components';
  const isRenamed = (key === 'properties' && parent !== 'properties') || isExtension(path);
  const renamed = new Map<string, string>();
  const nameOf = (name: string): string => {
    if (isSchemas) return names.get(name) ?? name;
    if (!isRenamed) return name;
    renamed.set(name, next(true));
    return renamed.get(name) ?? name;
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      nameOf(name),
      copyOf(each, [...path, name], next, names),
    ]),
  );
}

function kindOf(path: readonly string[]): 'text' | 'name' | undefined {
  const [key = '', parent = ''] = path.toReversed();
  if (isExtension(path)) return 'text';
  if (['description', 'summary', 'title', 'example'].includes(key)) return 'text';
  if (parent === 'enum' || key === 'operationId') return 'name';
  return undefined;
}

/** A header may be called so too, and a member of a schema. */
const isExtension = (path: readonly string[]): boolean =>
  path.some(
    (each, index) =>
      each.startsWith('x-') && !['headers', 'properties'].includes(path[index - 1] ?? ''),
  );

/** A reference to a schema that has another name now (RFC 6901 section 6). */
function referenceOf(reference: string, names: ReadonlyMap<string, string>): string {
  const [, name = '', rest = ''] = /^#\/components\/schemas\/([^/]*)(.*)$/s.exec(reference) ?? [];
  const other = names.get(decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  if (other === undefined) return reference;
  const token = other.replaceAll('~', '~0').replaceAll('/', '~1');
  return `#/components/schemas/${encodeURIComponent(token)}${rest}`;
}

function memberOf(value: unknown, name: string): object {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'object' && found !== null ? found : {};
}

import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';

/**
 * A description without the schemas that only FIX messages have: their fields, which are no members of anything in JSON. What is left is
 * planned as usual.
 */
export function withoutFix(api: Api): Api {
  const { fix } = api;
  if (fix === undefined) return api;
  const keys = new Set(fix.messages.flatMap(({ message }) => message ?? []));
  const messages = api.messages.filter(({ key }) => !keys.has(key));
  const kept = reachedBy(api, [
    ...messages.flatMap(({ payload, headers }) => [payload, headers]),
    ...api.channels.flatMap(({ handshake, parameters }) => [
      handshake?.query,
      handshake?.headers,
      ...parameters.map(({ schema }) => schema),
    ]),
  ]);
  const isMixed = api.messageServers.some(({ protocol }) => protocol.toLowerCase() !== 'fix');
  const ofFix = reachedBy(
    api,
    api.messages.filter(({ key }) => keys.has(key)).map(({ payload }) => payload),
  );
  const isOther = (id: SchemaId): boolean => kept.has(id) || (isMixed && !ofFix.has(id));
  return { ...api, messages, components: api.components.filter(({ id }) => isOther(id)) };
}

/** Every schema that some schemas need. */
function reachedBy(api: Api, roots: readonly (SchemaId | undefined)[]): ReadonlySet<SchemaId> {
  const reached = new Set<SchemaId>();
  const open = roots.filter((id) => id !== undefined);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const schema = api.schemas.get(id);
    if (schema?.kind === 'keywords') open.push(...idsIn(Object.values(schema.keywords), api));
  }
  return reached;
}

/** The ids of schemas among the values of keywords, however deep they lie. */
function idsIn(values: readonly unknown[], api: Api): readonly SchemaId[] {
  return values.flatMap((value): readonly SchemaId[] => {
    if (typeof value === 'string')
      return api.schemas.has(value as SchemaId) ? [value as SchemaId] : [];
    return Array.isArray(value) ? idsIn(value, api) : [];
  });
}

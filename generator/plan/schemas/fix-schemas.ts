import type { Api } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { Plan } from '../plan.js';

/**
 * Returns the description without schemas that only FIX messages use. Their fields are not
 * properties of any JSON value. The rest is planned as usual.
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
  const fixSchemas = reachedBy(
    api,
    api.messages.filter(({ key }) => keys.has(key)).map(({ payload }) => payload),
  );
  const isNeeded = (id: SchemaId): boolean => kept.has(id) || (isMixed && !fixSchemas.has(id));
  return { ...api, messages, components: api.components.filter(({ id }) => isNeeded(id)) };
}

/** Collects every schema that the given schemas depend on. */
function reachedBy(api: Api, roots: readonly (SchemaId | undefined)[]): ReadonlySet<SchemaId> {
  const reached = new Set<SchemaId>();
  const pending = roots.filter((id) => id !== undefined);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const schema = api.schemas.get(id);
    if (schema?.kind === 'keywords') pending.push(...idsIn(Object.values(schema.keywords), api));
  }
  return reached;
}

/** Collects the schema ids among keyword values, at any depth of nested lists. */
function idsIn(values: readonly unknown[], api: Api): readonly SchemaId[] {
  return values.flatMap((value): readonly SchemaId[] => {
    if (typeof value === 'string')
      return api.schemas.has(value as SchemaId) ? [value as SchemaId] : [];
    return Array.isArray(value) ? idsIn(value, api) : [];
  });
}

/** True if a package supports FIX and nothing that is sent as JSON. */
export function isFixOnly({ types, checks, api }: Plan): boolean {
  return (
    api.fix !== undefined &&
    types.length === 0 &&
    checks.length === 0 &&
    !api.speaks.includes('http')
  );
}

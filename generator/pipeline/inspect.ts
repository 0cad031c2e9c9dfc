import { isProse } from '../core/prose.js';
import { sourceOf, tokensOf, type Origin } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import type { Api } from '../model/api.js';
import { planKey, type Plan } from '../plan/plan.js';

/** Serializes the model as plain data. Origins become `path#pointer`, and maps become objects. */
export function serializeModel(api: Api): unknown {
  return plain(api);
}

/** Serializes the plan as plain data, with the parts of the named emitters. Nodes of the model are replaced by their keys. */
export function serializePlan(plan: Plan, names: readonly string[]): unknown {
  const { api, shapes, ...rest } = plan;
  void shapes;
  const parts = names.flatMap((name) => {
    const part = plan.partOf<unknown>(planKey(name));
    return part === undefined ? [] : [[name, part] as const];
  });
  return plain({ title: api.title, ...rest, emitters: Object.fromEntries(parts) }, modelKeys);
}

/** Members of the plan that refer to nodes of the model. `--model` prints these in full. */
const modelKeys: ReadonlySet<string> = new Set([
  'operation',
  'parameter',
  'outcome',
  'scheme',
  'servers',
  'pagination',
  'table',
]);

function plain(value: unknown, byName: ReadonlySet<string> = new Set()): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? undefined : value;
  if (Array.isArray(value)) return value.map((item) => plain(item, byName));
  if (isProse(value)) return value.text;
  if (isOrigin(value)) return `${sourceOf(value).path}#${formatPointer(tokensOf(value))}`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries
      .filter(([, member]) => typeof member !== 'function' && member !== undefined)
      .map(([key, member]) => [key, (byName.has(key) && nameOf(member)) || plain(member, byName)]),
  );
}

function nameOf(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  if ('key' in node && typeof node.key === 'string') return node.key;
  return 'name' in node && typeof node.name === 'string' ? node.name : undefined;
}

/** True if the value is an origin. JSON of a document has no functions and therefore never matches. */
function isOrigin(value: object): value is Origin {
  if ('parent' in value && 'key' in value)
    return typeof value.parent === 'object' && value.parent !== null && isOrigin(value.parent);
  if (!('source' in value) || typeof value.source !== 'object' || value.source === null)
    return false;
  return 'locate' in value.source && typeof value.source.locate === 'function';
}

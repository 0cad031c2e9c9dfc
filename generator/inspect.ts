import { sourceOf, tokensOf, type Origin } from './core/origin.js';
import { formatPointer } from './core/pointer.js';
import type { Api } from './model/api.js';
import type { Plan } from './plan/plan.js';

/** The model as plain data: places become `path#pointer`, tables become objects. */
export function modelAsData(api: Api): unknown {
  return plain(api);
}

/** The plan as plain data; what it takes from the model is named by its key. */
export function planAsData(plan: Plan): unknown {
  const { api, shapes, ...said } = plan;
  void shapes;
  return plain({ title: api.title, ...said }, modelKeys);
}

/** Members of the plan that hold a node of the model, which `--model` prints in full. */
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

/** A document's own JSON holds no functions, so that nothing in it is taken for a place. */
function isOrigin(value: object): value is Origin {
  if ('parent' in value && 'key' in value)
    return typeof value.parent === 'object' && value.parent !== null && isOrigin(value.parent);
  if (!('source' in value) || typeof value.source !== 'object' || value.source === null)
    return false;
  return 'locate' in value.source && typeof value.source.locate === 'function';
}

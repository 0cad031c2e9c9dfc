import { query } from 'json-p3';
import type { Host } from '../../generator/core/host.js';
import { formatPointer } from '../../generator/core/pointer.js';
import { loadDocument } from '../../generator/load/load.js';
import type { Json } from '../../generator/model/schema.js';

/** Source of a statement that the specification does not make. */
export type Basis = 'public' | 'assumed';

/** Name of the overlay in a folder of descriptions. */
const OVERLAY = 'basis.overlay.yaml';

/**
 * The marks of a folder of descriptions, by file, `#` and pointer. A target of the overlay begins with the name of a file, as if the
 * folder were one object. Throws if a target selects nothing, or a place that is marked already.
 */
export function readBasis(host: Host, folder: string): ReadonlyMap<string, Basis> {
  const known = cache.get(folder);
  if (known !== undefined) return known;
  const names = filesBelow(host, folder, '').filter((name) => name !== OVERLAY);
  const contents = Object.fromEntries(names.map((name) => [name, read(host, `${folder}/${name}`)]));
  const marks = new Map<string, Basis>();
  for (const { target, update } of actionsOf(read(host, `${folder}/${OVERLAY}`))) {
    const { nodes } = query(target, contents as Parameters<typeof query>[1]);
    if (nodes.length === 0) throw new Error(`${folder}/${OVERLAY}: "${target}" selects nothing`);
    for (const { location } of nodes) {
      const [name, ...tokens] = location.map(String);
      const id = `${folder}/${name}#${formatPointer(tokens)}`;
      if (marks.has(id)) throw new Error(`${folder}/${OVERLAY}: "${id}" is marked twice`);
      marks.set(id, update['x-basis']);
    }
  }
  cache.set(folder, marks);
  return marks;
}

const cache = new Map<string, ReadonlyMap<string, Basis>>();

interface Action {
  readonly target: string;
  readonly update: { readonly 'x-basis': Basis };
}

function actionsOf(overlay: Json): readonly Action[] {
  const { actions } = overlay as unknown as { readonly actions: readonly Action[] };
  for (const { target, update } of actions) {
    const [name, ...others] = Object.keys(update);
    const basis: string = update['x-basis'];
    if (name !== 'x-basis' || others.length > 0 || !['public', 'assumed'].includes(basis))
      throw new Error(`${OVERLAY}: "${target}" is not marked as public or assumed`);
  }
  return actions;
}

function filesBelow(host: Host, folder: string, path: string): readonly string[] {
  const names = host.list(path === '' ? folder : `${folder}/${path}`) ?? [];
  return names.flatMap((name) => {
    const below = path === '' ? name : `${path}/${name}`;
    return name.endsWith('.yaml') ? [below] : filesBelow(host, folder, below);
  });
}

function read(host: Host, path: string): NonNullable<Json> {
  const { value } = loadDocument(host, path);
  if (value?.value === undefined || value.value === null) throw new Error(`${path} cannot be read`);
  return value.value;
}

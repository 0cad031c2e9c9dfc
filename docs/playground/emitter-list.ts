import { isMap, isScalar, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import type { EmitterEntry } from './protocol.js';

/** The emitters that the first package of a config file selects, with those that they require. `undefined` if it cannot be read. */
export function selectedEmitters(
  config: string,
  all: readonly EmitterEntry[],
): ReadonlySet<string> | undefined {
  const first = readConfig(config)?.first;
  return first && withRequired(listedEmitters(first, all), all);
}

/**
 * Adds an emitter to the first package of a config file, or removes it with those that require it. Comments and other members stay.
 * Returns the file unchanged if it cannot be read, or if no emitter would remain.
 */
export function toggleEmitter(
  config: string,
  all: readonly EmitterEntry[],
  { name, isSelected }: { readonly name: string; readonly isSelected: boolean },
): string {
  const read = readConfig(config);
  if (read === undefined) return config;
  const { document, first } = read;
  const listed = listedEmitters(first, all);
  const wanted = isSelected
    ? [...listed, name]
    : withoutRequired(
        [...withRequired(listed, all)].filter((each) => !withRequired([each], all).has(name)),
        all,
      );
  if (wanted.length === 0) return config;
  const list = first.get('emitters');
  const kept = new Map(isSeq(list) ? list.items.map((item) => [nameOf(item), item]) : []);
  first.set(
    'emitters',
    document.createNode(
      [...new Set(wanted)].map((each) => kept.get(each) ?? each),
      { flow: true },
    ),
  );
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The emitters that a package names. By default, those that are not opt-in. */
function listedEmitters(first: YAMLMap, all: readonly EmitterEntry[]): readonly string[] {
  const list = first.get('emitters');
  if (isSeq(list)) return list.items.flatMap((item) => nameOf(item) ?? []);
  return all.filter(({ isOptIn }) => !isOptIn).map(({ name }) => name);
}

function withRequired(names: readonly string[], all: readonly EmitterEntry[]): ReadonlySet<string> {
  const found = new Set(names);
  // Iteration over a set includes the elements that are added meanwhile.
  for (const each of found)
    for (const required of all.find(({ name }) => name === each)?.requires ?? [])
      found.add(required);
  return found;
}

/** The emitters that no other of them requires. */
function withoutRequired(
  names: readonly string[],
  all: readonly EmitterEntry[],
): readonly string[] {
  return names.filter((name) =>
    names.every((other) => other === name || !withRequired([other], all).has(name)),
  );
}

function readConfig(
  config: string,
): { readonly document: Document; readonly first: YAMLMap } | undefined {
  if (config.length > maxConfig) return undefined;
  try {
    const document = parseDocument(config);
    const packages = isMap(document.contents) ? document.contents.get('packages') : undefined;
    const [first] = isSeq(packages) ? packages.items : [];
    return document.errors.length === 0 && isMap(first) ? { document, first } : undefined;
  } catch {
    // Nesting that overflows the stack.
    return undefined;
  }
}

/** Longest config file, in characters, that has check boxes. The page reads it while it waits, and nesting takes long. */
const maxConfig = 5000;

/** The name of an entry: a text, or an object with a name. */
function nameOf(item: unknown): string | undefined {
  const value = isMap(item) ? item.get('name') : isScalar(item) ? item.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

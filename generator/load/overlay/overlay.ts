import { isUrl } from '../../core/address.js';
import { query } from 'json-p3';
import { createReporter } from '../../core/diagnostic.js';
import type { Checked, Reporter } from '../../core/diagnostic.js';
import { childOrigin, rootOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { shortened } from '../../core/shortened.js';
import type { Json } from '../../model/schema.js';
import { createPlaces, derivedSource } from '../places.js';
import type { Source } from '../source.js';
import { uriOf } from '../uri.js';
import { createTree, type Path, type Tree, type Way } from './tree.js';
import { within } from './within.js';

/** Milliseconds that an expression may take: a hundred times what the largest descriptions need. */
const PATIENCE = 10_000;

interface JsonObject {
  readonly [name: string]: Json;
}

/** Begins the ways that lead into the overlay; no member of a document is called so. */
const INTO = '\u0000overlay';

/**
 * The document with the actions of an Overlay (Overlay Specification 1.0.0) applied in their order. What an action added is located in
 * the overlay. What is wrong with the overlay is reported at its own places, and so is an expression that takes longer than
 * `patience` milliseconds.
 */
export function applyOverlay(
  source: Source,
  overlay: Source,
  patience: number = PATIENCE,
): Checked<Source> {
  const reporter = createReporter();
  const { value } = overlay;
  const origin = rootOrigin(overlay);
  const actions = isObject(value) ? actionsOf(value, origin, reporter) : [];
  if (!isObject(value)) report(reporter, origin, 'an overlay is an object');
  const places = createPlaces();
  const tree = createTree(source.value, places);
  actions.forEach((action, index) => {
    const from = [INTO, 'actions', String(index), 'update'];
    applyAction(
      tree,
      action,
      { origin: childOrigin(origin, 'actions', index), from },
      reporter,
      patience,
    );
  });
  const others = {
    isForeign: ([first]: readonly string[]) => first === INTO,
    other: ([, ...tokens]: readonly string[]) => ({ source: overlay, tokens }),
  };
  return {
    value: derivedSource(source, tree.root, places, others),
    diagnostics: reporter.diagnostics,
  };
}

/**
 * The URI of the document that an overlay says it is for (`extends`), of those at these absolute paths and addresses; `undefined` where it
 * is for any, or for one on the network that is none of them: the copy of a document has another name.
 */
export function goalOf(overlay: Source, documents: readonly string[]): Checked<string> {
  const reporter = createReporter();
  const isOf = (uri: string): boolean =>
    documents.some((document) => (isUrl(document) ? document : uriOf(document)) === uri);
  const stated = isObject(overlay.value) ? member(overlay.value, 'extends') : undefined;
  if (stated === undefined) return { value: undefined, diagnostics: [] };
  const origin = childOrigin(rootOrigin(overlay), 'extends');
  const uri = typeof stated === 'string' ? absolute(stated, overlay.uri) : undefined;
  if (uri === undefined) report(reporter, origin, '"extends" is a reference to a document');
  else if (uri.startsWith('file:') && !isOf(uri)) {
    report(reporter, origin, 'the overlay is for a document that this package is not made of');
  }
  return {
    value: uri?.startsWith('file:') === true || (uri !== undefined && isOf(uri)) ? uri : undefined,
    diagnostics: reporter.diagnostics,
  };
}

function absolute(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function actionsOf(overlay: JsonObject, origin: Origin, reporter: Reporter): readonly Json[] {
  const version = member(overlay, 'overlay');
  if (typeof version !== 'string' || !/^1\.0\.\d+$/.test(version)) {
    report(
      reporter,
      version === undefined ? origin : childOrigin(origin, 'overlay'),
      'the versions 1.0 of the Overlay Specification are understood',
      'begin the overlay with "overlay: 1.0.0"',
    );
    return [];
  }
  const known = ['overlay', 'info', 'extends', 'actions'];
  for (const name of Object.keys(overlay)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    report(reporter, childOrigin(origin, name), `"${name}" is not a member of an overlay`);
  }
  const actions = member(overlay, 'actions');
  if (Array.isArray(actions) && actions.length > 0) return actions as readonly Json[];
  report(
    reporter,
    actions === undefined ? origin : childOrigin(origin, 'actions'),
    '"actions" is a list of at least one action',
  );
  return [];
}

function applyAction(
  tree: Tree,
  action: Json,
  { origin, from }: { readonly origin: Origin; readonly from: Way },
  reporter: Reporter,
  patience: number,
): void {
  const target = isObject(action) ? member(action, 'target') : undefined;
  if (!isObject(action) || typeof target !== 'string') {
    report(reporter, origin, 'an action has a "target", which is a JSONPath expression');
    return;
  }
  const at = childOrigin(origin, 'target');
  const paths = select(tree.root, target, at, reporter, patience);
  if (paths === undefined) return;
  if (paths.length === 0) {
    reporter.warning('overlay-target', at, `nothing in the document is "${shortened(target)}"`);
  }
  const removes = member(action, 'remove') === true;
  const update = member(action, 'update');
  if (!removes && update === undefined) {
    report(reporter, origin, 'an action has an "update", or says "remove: true"');
    return;
  }
  // What lies later goes first, so that indexes stay what they were.
  for (const path of removes ? [...paths].reverse() : paths) {
    const found = tree.at(path);
    if (found === undefined) continue;
    if (!removes && (typeof found !== 'object' || found === null)) {
      reporter.error(
        'overlay-target',
        at,
        `"${shortened(target)}" selects a value that is neither object nor list`,
        {
          hint: 'select what it is in, and update that',
        },
      );
      return;
    }
    if (removes) {
      if (path.length > 0) tree.remove(path);
      else reporter.error('overlay-target', at, 'the whole document can not be removed');
    } else if (Array.isArray(found)) {
      tree.append(path, update ?? null, from);
    } else if (isObject(update)) {
      tree.merge(path, update, from);
    } else {
      reporter.error(
        'overlay-update',
        childOrigin(origin, 'update'),
        'an object is updated by an object',
      );
      return;
    }
  }
}

/** Where the nodes lie that an expression selects (RFC 9535), each once, what lies in another behind it and items of a list in their order. */
function select(
  root: Json,
  target: string,
  origin: Origin,
  reporter: Reporter,
  patience: number,
): readonly Path[] | undefined {
  try {
    const found = within(patience, () => query(target, mutable(root)).nodes);
    if (!found.ended) {
      reporter.error(
        'overlay-target',
        origin,
        `"${shortened(target)}" takes too long to find what it selects`,
        {
          hint: 'a regular expression may try too many ways: write "a+" for "(a+)+"',
        },
      );
      return undefined;
    }
    const paths = found.value.map(({ location }) => location);
    const once = new Map(paths.map((path) => [JSON.stringify(path), path]));
    return [...once.values()].sort(byPlace);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    reporter.error(
      'overlay-target',
      origin,
      `"${shortened(target)}" is no JSONPath expression: ${shortened(error.message)}`,
    );
    return undefined;
  }
}

/** Items of a list by their index, and what lies in something behind it. */
function byPlace(left: Path, right: Path): number {
  for (const [depth, token] of left.entries()) {
    const other = right[depth];
    if (other === undefined) return 1;
    if (token === other) continue;
    if (typeof token === 'number' && typeof other === 'number') return token - other;
    return String(token) < String(other) ? -1 : 1;
  }
  return left.length - right.length;
}

/** The library reads only; its types do not say so. */
function mutable(value: Json): Parameters<typeof query>[1] {
  return value as Parameters<typeof query>[1];
}

function report(reporter: Reporter, origin: Origin, message: string, hint?: string): void {
  reporter.error('overlay-document', origin, message, hint === undefined ? {} : { hint });
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

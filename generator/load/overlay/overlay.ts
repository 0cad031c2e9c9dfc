import { isUrl, uriOf } from '../../core/address.js';
import { query } from 'json-p3';
import {
  createReporter,
  defineError,
  defineWarning,
  type Checked,
  type DiagnosticType,
  type Reporter,
} from '../../core/diagnostic.js';
import { childOrigin, rootOrigin, type Origin } from '../../core/origin.js';
import type { Json } from '../../model/schema.js';
import { createSourceMap, derivedSource } from '../source-map.js';
import type { Source } from '../source.js';
import { platform } from '../../platform/node.js';
import { createTree, type Path, type Tree, type SourcePath } from './tree.js';

/** A document that is not an overlay, or an overlay of another description. */
export const overlayDocument: DiagnosticType<{
  action: void;
  actions: void;
  change: void;
  extends: void;
  member: { name: string };
  object: void;
  other: void;
  version: void;
}> = defineError('overlay-document', {
  action: () => 'an action must have a "target", which is a JSONPath expression',
  actions: () => '"actions" must be a list of at least one action',
  change: () => 'an action must have an "update" or "remove: true"',
  extends: () => '"extends" must be a reference to a document',
  member: ({ name }) => `"${name}" is not a member of an overlay`,
  object: () => 'an overlay must be an object',
  other: () => 'the overlay extends a document that is not part of this package',
  version: () => 'this version of the Overlay Specification is not supported, but 1.0 is',
});

/** A target that cannot be changed. */
export const overlayTarget: DiagnosticType<{
  expression: { target: string; message: string };
  root: void;
  scalar: { target: string };
  slow: { target: string };
}> = defineError('overlay-target', {
  expression: ({ target, message }) =>
    `"${excerpt(target)}" is not a JSONPath expression: ${excerpt(message)}`,
  root: () => 'the entire document cannot be removed',
  scalar: ({ target }) =>
    `"${excerpt(target)}" selects a value that is neither an object nor a list`,
  slow: ({ target }) => `evaluating "${excerpt(target)}" takes too long`,
});

/** A target that selects nothing. */
export const overlayUnmatched: DiagnosticType<{ default: { target: string } }> = defineWarning(
  'overlay-unmatched',
  { default: ({ target }) => `"${excerpt(target)}" selects nothing in the document` },
);

/** An update that does not fit its target. */
export const overlayUpdate: DiagnosticType<{ default: void }> = defineError('overlay-update', {
  default: () => 'the update of an object must be an object',
});

/** Time limit, in milliseconds, for a JSONPath expression: a hundred times what the largest descriptions need. */
const DEFAULT_TIME_LIMIT = 10_000;

interface JsonObject {
  readonly [name: string]: Json;
}

/** First token of locations in the overlay. No member of a document has this name. */
const OVERLAY_ROOT = '\u0000overlay';

/**
 * Applies the actions of an Overlay (Overlay Specification 1.0.0) in order. Nodes that an action adds are located in the overlay. Mistakes
 * in the overlay are reported at their locations, including an expression that takes longer than `timeLimit` milliseconds.
 */
export function applyOverlay(
  source: Source,
  overlay: Source,
  timeLimit: number = DEFAULT_TIME_LIMIT,
): Checked<Source> {
  const reporter = createReporter();
  const { value } = overlay;
  const origin = rootOrigin(overlay);
  const actions = isObject(value) ? actionsOf(value, origin, reporter) : [];
  if (!isObject(value)) reporter.report(overlayDocument.object(), origin);
  const sourceMap = createSourceMap();
  const tree = createTree(source.value, sourceMap);
  actions.forEach((action, index) => {
    const location = [OVERLAY_ROOT, 'actions', String(index), 'update'];
    applyAction(
      tree,
      action,
      { origin: childOrigin(origin, 'actions', index), from: location },
      reporter,
      timeLimit,
    );
  });
  const externals = {
    isExternal: ([first]: readonly string[]) => first === OVERLAY_ROOT,
    resolve: ([, ...tokens]: readonly string[]) => ({ source: overlay, tokens }),
  };
  return {
    value: derivedSource(source, tree.root, sourceMap, externals),
    diagnostics: reporter.diagnostics,
  };
}

/**
 * The URI of the document that an overlay extends (`extends`), among the documents with these absolute paths and URLs. Returns `undefined`
 * if the overlay applies to any document. Also returns `undefined` for a URL that is not among them, because the local copy of a document
 * has another URI.
 */
export function extendedDocument(overlay: Source, documents: readonly string[]): Checked<string> {
  const reporter = createReporter();
  const isListed = (uri: string): boolean =>
    documents.some((document) => (isUrl(document) ? document : uriOf(document)) === uri);
  const extended = isObject(overlay.value) ? member(overlay.value, 'extends') : undefined;
  if (extended === undefined) return { value: undefined, diagnostics: [] };
  const origin = childOrigin(rootOrigin(overlay), 'extends');
  const uri = typeof extended === 'string' ? absolute(extended, overlay.uri) : undefined;
  if (uri === undefined) reporter.report(overlayDocument.extends(), origin);
  else if (uri.startsWith('file:') && !isListed(uri)) {
    reporter.report(overlayDocument.other(), origin);
  }
  return {
    value:
      uri?.startsWith('file:') === true || (uri !== undefined && isListed(uri)) ? uri : undefined,
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
    reporter.report(
      overlayDocument.version(),
      version === undefined ? origin : childOrigin(origin, 'overlay'),
      { hint: 'begin the overlay with "overlay: 1.0.0"' },
    );
    return [];
  }
  const memberNames = ['overlay', 'info', 'extends', 'actions'];
  for (const name of Object.keys(overlay)) {
    if (memberNames.includes(name) || name.startsWith('x-')) continue;
    reporter.report(overlayDocument.member({ name }), childOrigin(origin, name));
  }
  const actions = member(overlay, 'actions');
  if (Array.isArray(actions) && actions.length > 0) return actions as readonly Json[];
  reporter.report(
    overlayDocument.actions(),
    actions === undefined ? origin : childOrigin(origin, 'actions'),
  );
  return [];
}

function applyAction(
  tree: Tree,
  action: Json,
  { origin, from: location }: { readonly origin: Origin; readonly from: SourcePath },
  reporter: Reporter,
  timeLimit: number,
): void {
  const target = isObject(action) ? member(action, 'target') : undefined;
  if (!isObject(action) || typeof target !== 'string') {
    reporter.report(overlayDocument.action(), origin);
    return;
  }
  const targetOrigin = childOrigin(origin, 'target');
  const paths = select(tree.root, target, targetOrigin, reporter, timeLimit);
  if (paths === undefined) return;
  if (paths.length === 0) reporter.report(overlayUnmatched.default({ target }), targetOrigin);
  const removes = member(action, 'remove') === true;
  const update = member(action, 'update');
  if (!removes && update === undefined) {
    reporter.report(overlayDocument.change(), origin);
    return;
  }
  // Removes later nodes first, so that the indexes of earlier ones remain valid.
  for (const path of removes ? [...paths].reverse() : paths) {
    const node = tree.at(path);
    if (node === undefined) continue;
    if (!removes && (typeof node !== 'object' || node === null)) {
      reporter.report(overlayTarget.scalar({ target }), targetOrigin, {
        hint: 'select the object or list that contains it, and update that',
      });
      return;
    }
    if (removes) {
      if (path.length > 0) tree.remove(path);
      else reporter.report(overlayTarget.root(), targetOrigin);
    } else if (Array.isArray(node)) {
      tree.append(path, update ?? null, location);
    } else if (isObject(update)) {
      tree.merge(path, update, location);
    } else {
      reporter.report(overlayUpdate.default(), childOrigin(origin, 'update'));
      return;
    }
  }
}

/**
 * Paths of the nodes that an expression selects (RFC 9535), without duplicates, in document order: descendants after ancestors, and items
 * by index.
 */
function select(
  root: Json,
  target: string,
  origin: Origin,
  reporter: Reporter,
  timeLimit: number,
): readonly Path[] | undefined {
  try {
    const result = platform.withTimeLimit(timeLimit, () => query(target, mutable(root)).nodes);
    if (!result.ended) {
      reporter.report(overlayTarget.slow({ target }), origin, {
        hint: 'a regular expression may try too many ways: write "a+" for "(a+)+"',
      });
      return undefined;
    }
    const paths = result.value.map(({ location }) => location);
    const unique = new Map(paths.map((path) => [JSON.stringify(path), path]));
    return [...unique.values()].sort(byPosition);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    reporter.report(overlayTarget.expression({ target, message: error.message }), origin);
    return undefined;
  }
}

/** Orders descendants after ancestors and items by index. */
function byPosition(left: Path, right: Path): number {
  for (const [depth, token] of left.entries()) {
    const other = right[depth];
    if (other === undefined) return 1;
    if (token === other) continue;
    if (typeof token === 'number' && typeof other === 'number') return token - other;
    return String(token) < String(other) ? -1 : 1;
  }
  return left.length - right.length;
}

/** The library only reads the value, but its type requires a mutable one. */
function mutable(value: Json): Parameters<typeof query>[1] {
  return value as Parameters<typeof query>[1];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Maximum length, in UTF-16 code units, of document text that is quoted in full. */
const maxLength = 60;

/** Prepares text of a document for a message: puts it on one line and truncates it if it is long. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxLength
    ? `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}

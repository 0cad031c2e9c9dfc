import { reviseValue } from './revise.js';
import type { ProseReads } from '../core/prose.js';
import { createReporter, type Checked, type Reporter } from '../core/diagnostic.js';
import { invalidEncoding, missingFile } from '../core/diagnostics/files.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type SourceText, childOrigin } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import type { Content, Revise, Source } from './source.js';
import { decode, encodedText } from './decode.js';
import { readJson } from './json.js';
import { uriOf } from '../core/address.js';
import { convertOpenRpc, isOpenRpc } from './openrpc/convert.js';
import { isSwagger, upgradeSwagger } from './swagger/upgrade.js';
import { createLineIndex, type LineIndex } from './line-index.js';
import { readYaml } from './yaml.js';
import { looseForm } from '../core/diagnostics/values.js';
import type { Json } from '../model/schema.js';

/** Options for reading one document. */
export interface LoadOptions {
  /** Transforms the parsed document before it is interpreted. */
  readonly amend?: ((source: Source) => Checked<Source>) | undefined;
  /** Records who reads the prose of the document. If absent, the document cannot be revised. */
  readonly prose?: ProseReads | undefined;
}

/**
 * Reads a document into plain content. Positions are computed on demand. Missing and malformed documents are reported, not thrown; `value`
 * is then absent.
 */
export function loadDocument(host: Host, path: string, options: LoadOptions = {}): Checked<Source> {
  const file = absolutePath(host.cwd, path);
  const identity = { uri: uriOf(file), path: relativePath(host.cwd, file) };
  const bytes = host.read(file);
  if (bytes !== undefined)
    return readDocument(bytes, { ...identity, file: host.realPath(file) }, options);
  const reporter = createReporter();
  const emptyText: SourceText = { ...identity, locate: () => undefined, line: () => undefined };
  if (host.list(file) === undefined) reporter.report(missingFile.default(), rootOrigin(emptyText));
  else
    reporter.report(missingFile.folder(), rootOrigin(emptyText), {
      hint: 'name the file in it that contains the description',
    });
  return { value: undefined, diagnostics: reporter.diagnostics };
}

/** Reads a document from its bytes. */
export function readDocument(
  bytes: Uint8Array,
  { uri, path, file }: Pick<Source, 'uri' | 'path' | 'file'>,
  { amend = (source) => ({ value: source, diagnostics: [] }), prose }: LoadOptions = {},
): Checked<Source> {
  const reporter = createReporter();
  const decoded = decode(bytes);
  let lines = createLineIndex(decoded.text);
  let content: Content | undefined;
  let revise: Revise | undefined;
  const isNamedJson = (file ?? path).endsWith('.json');
  const isText = /\.proto$/i.test(path);
  const source: Source = {
    uri,
    path,
    ...(file !== undefined && { file }),
    get value() {
      return content?.value ?? null;
    },
    locate: (tokens, part) => (content === undefined ? undefined : content.locate(tokens, part)),
    line: (number) => lines.line(number),
    numberText: (tokens) => content?.numberText(tokens),
    ...(prose !== undefined && { prose }),
    get revise() {
      return revise;
    },
  };
  const origin = rootOrigin(source);
  if (!decoded.ok) {
    reporter.report(invalidEncoding.default({ problem: decoded.problem }), origin, {
      position: lines.position(decoded.offset),
      hint: 'save the document as UTF-8',
    });
    return { value: undefined, diagnostics: reporter.diagnostics };
  }
  content = isText
    ? textContent(decoded.text, lines)
    : (takeContent(bytes, isNamedJson) ??
      readContent({ bytes, text: decoded.text, isNamedJson }, lines, origin, reporter));
  if (content === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  lines = content.lines;
  const amended = amend(source);
  const normalized = amended.value && normalizeVersion(amended.value, reporter);
  const diagnostics = [...reporter.diagnostics, ...amended.diagnostics];
  const convert = normalized && converterOf(normalized.value);
  const isPlain = normalized === source && convert === undefined && diagnostics.length === 0;
  if (prose !== undefined && isPlain)
    revise = (next) => {
      const revised = content && reviseContent(content, next, isNamedJson, prose);
      if (revised === undefined) return undefined;
      content = revised.content;
      lines = content.lines;
      return revised.readers;
    };
  if (normalized === undefined || convert === undefined) return { value: normalized, diagnostics };
  const converted = convert(normalized);
  return { value: converted.source, diagnostics: [...diagnostics, ...converted.diagnostics] };
}

/** Content of a file whose language is that of a payload: its text. */
function textContent(text: string, lines: LineIndex): Content {
  return {
    value: text,
    isTree: true,
    lines,
    locate: () => lines.position(0),
    numberText: () => undefined,
    textBeside: () => undefined,
    withValue: () => textContent(text, lines),
  };
}

/** Reads a text as JSON or YAML. */
function readContent(
  {
    bytes,
    text,
    isNamedJson,
  }: { readonly bytes: Uint8Array; readonly text: string; readonly isNamedJson: boolean },
  lines: LineIndex,
  origin: Origin,
  reporter: Reporter,
): Content | undefined {
  return (isNamedJson ? !isYamlMap(text) : looksLikeJson(text))
    ? readJson({ text, encoded: encodedText(bytes, text) }, lines, origin, reporter)
    : readYaml(text, lines, origin, reporter);
}

/** Reads the new text of a document, and changes its content if only prose differs. A text with a mistake is read by a new run. */
function reviseContent(
  content: Content,
  bytes: Uint8Array,
  isNamedJson: boolean,
  prose: ProseReads,
): { readonly content: Content; readonly readers: ReadonlySet<string> } | undefined {
  const decoded = decode(bytes);
  if (!decoded.ok) return undefined;
  const { text } = decoded;
  const lines = createLineIndex(text);
  const reporter = createReporter();
  const origin = rootOrigin({ uri: '', path: '', locate: () => undefined, line: () => undefined });
  const next = readContent({ bytes, text, isNamedJson }, lines, origin, reporter);
  if (next === undefined || reporter.diagnostics.length > 0) return undefined;
  const readers = reviseValue(content, next, prose);
  if (readers !== undefined) return { content: next.withValue(content.value), readers };
  unused.set(bytes, { content: next, isNamedJson });
  return undefined;
}

/**
 * Contents that were read for a revision and are not used by it. The run that follows reads the same bytes. A content is taken only once,
 * because a document may change it in place.
 */
const unused = new WeakMap<
  Uint8Array,
  { readonly content: Content; readonly isNamedJson: boolean }
>();

/** Takes the content of bytes that a revision has read. */
function takeContent(bytes: Uint8Array, isNamedJson: boolean): Content | undefined {
  const found = unused.get(bytes);
  unused.delete(bytes);
  return found?.isNamedJson === isNamedJson ? found.content : undefined;
}

/** The conversion of a document in another format to OpenAPI; `undefined` for all other documents. */
function converterOf(value: Json): typeof upgradeSwagger | undefined {
  if (isSwagger(value)) return upgradeSwagger;
  return isOpenRpc(value) ? convertOpenRpc : undefined;
}

/** True if a document named `.json` is YAML, as some servers return it: its text begins with a key. */
function isYamlMap(text: string): boolean {
  return /^(?:[ \t]*(?:[#%].*|---.*)?\r?\n)*["']?[\w$-]+["']?[ \t]*:(?:\s|$)/.test(text);
}

/** True if the text is valid JSON that begins with `{`. A YAML flow mapping begins with the same character. */
function looksLikeJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Root members with the version of the specification. */
const VERSIONS = ['openapi', 'swagger', 'asyncapi'];

/** Converts a version number to text. In YAML, `openapi: 3.1` is a number. */
export function normalizeVersion(source: Source, reporter: Reporter): Source {
  const { value } = source;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return source;
  const name = VERSIONS.find((each) => Object.hasOwn(value, each));
  const version =
    name === undefined ? undefined : (value as { readonly [name: string]: Json })[name];
  if (name === undefined || typeof version !== 'number') return source;
  const text = source.numberText([name]) ?? String(version);
  const origin = childOrigin(rootOrigin(source), name);
  reporter.report(looseForm.number({ what: `"${name}"`, text }), origin, {
    hint: 'put it in quotes',
  });
  return { ...source, value: { ...value, [name]: text } };
}

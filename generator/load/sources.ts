import type { ProseReads } from '../core/prose.js';
import { isUrl, fileOf } from '../core/address.js';
import {
  createReporter,
  defineError,
  type Checked,
  type Diagnostic,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../core/diagnostic.js';
import { unresolvedReference } from '../core/diagnostics/references.js';
import { looseForm } from '../core/diagnostics/values.js';
import type { Host } from '../core/host.js';
import { rootOrigin, sourceOf, type Origin } from '../core/origin.js';
import { absolutePath, baseName, folderOf, isInside, relativePath } from '../core/path.js';
import { formatPointer } from '../core/pointer.js';
import { didYouMean } from '../core/suggestion.js';
import { createAllowList, type AllowList } from './allow-list.js';
import { loadDocument, readDocument } from './load.js';
import { metaSchemaAt } from './meta-schemas/meta-schemas.js';
import { unlockedReference, type RemoteDocument } from './remote-document.js';
import type { Source } from './source.js';

/** A reference that is refused, because its target was not allowed. */
export const forbiddenReference: DiagnosticType<{
  absolute: { text: string };
  credentials: { text: string };
  escapes: { text: string };
  fileUrl: { text: string };
  insecure: { text: string };
  outside: { text: string };
  remote: { text: string };
  remoteToFile: { text: string };
  scheme: { text: string; scheme: string };
}> = defineError('forbidden-reference', {
  absolute: ({ text }) => `"${text}" is refused: it is an absolute path`,
  credentials: ({ text }) => `"${text}" is refused: it contains a user name or a password`,
  escapes: ({ text }) => `"${text}" is refused: its path has escapes that hide its target`,
  fileUrl: ({ text }) => `"${text}" is refused: it is a "file:" URL`,
  insecure: ({ text }) =>
    `"${text}" is refused: its connection is not encrypted, so anyone on the way can change it`,
  outside: ({ text }) => `"${text}" is refused: it is outside the folder of the entry document`,
  remote: ({ text }) => `"${text}" is refused: it is on the network`,
  remoteToFile: ({ text }) => `"${text}" is refused: a remote document cannot refer to a file`,
  scheme: ({ text, scheme }) => `"${text}" is refused: the scheme "${scheme}" is not supported`,
});

/** Options for reading documents. */
export interface SourcesOptions {
  /**
   * Paths and URLs outside the folder of the entry document that references may use. Each is a prefix that ends with `/`, a complete path
   * or URL, or a pattern with `*` (within a segment) and `**` (across segments). Relative paths start from the working directory.
   */
  readonly allowRef?: readonly string[];
  /** Returns the state of a remote document that `allowRef` allows. If absent, no remote documents are read. */
  readonly remote?: (url: string) => RemoteDocument;
  /** Transforms an entry document before it is interpreted. */
  readonly amend?: (source: Source) => Checked<Source>;
  /** Records who reads the prose of the documents. If absent, none is recorded. */
  readonly prose?: ProseReads;
}

/** The documents of one run. Each file is read only once. Enforces the restrictions on references. */
export interface Sources {
  /** Reads an entry document by path or URL. References may use the folder that contains it. */
  entry(path: string): Checked<Source>;
  /**
   * Reads the document that a reference names. `text` is the reference as written, and `uri` the resolved reference. A failure is reported
   * at `origin`.
   */
  open(uri: string, text: string, origin: Origin, reporter: Reporter): Source | undefined;
  /** All documents that were read, in that order. */
  readonly loaded: readonly Source[];
}

const noNetwork: RemoteDocument = {
  kind: 'refused',
  sentence: unlockedReference.default(),
};

/** The reason for refusing a reference, with a correction. */
interface Refusal {
  readonly sentence: (parameters: { readonly text: string }) => Sentence;
  readonly hint: string;
}

/** Checks whether a URL may be read. Returns `fallback` with a hint if it is not allowed. */
function checkUrl(url: URL, allows: AllowList, fallback: Refusal): Refusal | undefined {
  if (url.username !== '' || url.password !== '') {
    return {
      sentence: forbiddenReference.credentials,
      hint: 'name the variable that contains the credential with --ref-credential',
    };
  }
  if (/%2f|%5c|%00/i.test(url.pathname)) {
    return {
      sentence: forbiddenReference.escapes,
      hint: 'refer to the document by its plain path',
    };
  }
  if (allows(url.href)) return undefined;
  const permission = `allow it by name: --allow-ref ${url.origin}${url.pathname} (in a config file: allowRefs)`;
  return { sentence: fallback.sentence, hint: `${fallback.hint}, or ${permission}` };
}

/** For a remote reference in a description. */
const remoteReference: Refusal = {
  sentence: forbiddenReference.remote,
  hint: 'copy the document beside this one and refer to the copy',
};

/** For an entry document that the user names by URL. It is refused only if the connection is not secure. */
const insecureEntry: Refusal = {
  sentence: forbiddenReference.insecure,
  hint: 'use its https: address',
};

/** Files that references may name: those that the user allows, and those in the folders of the entry documents. */
interface FilePolicy {
  readonly host: Host;
  readonly allows: AllowList;
  readonly folders: readonly string[];
}

/** Returns the path of a file that a document at `base` refers to, or the reason for refusing the reference. */
function permitFile(
  { uri, text, base }: { readonly uri: string; readonly text: string; readonly base: string },
  { host, allows, folders }: FilePolicy,
): string | Refusal {
  const { protocol } = new URL(uri);
  const byRelativePath = 'refer to a file by its relative path';
  if (/^https?:/.test(base)) {
    return {
      sentence: forbiddenReference.remoteToFile,
      hint: 'refer to a document beside that document',
    };
  }
  if (protocol !== 'file:') {
    return {
      sentence: (named) => forbiddenReference.scheme({ ...named, scheme: protocol }),
      hint: byRelativePath,
    };
  }
  if (/^file:/i.test(text)) return { sentence: forbiddenReference.fileUrl, hint: byRelativePath };
  const file = fileOf(uri);
  if (file === undefined) return { sentence: forbiddenReference.escapes, hint: byRelativePath };
  const real = host.realPath(file);
  if (allows(file) || allows(real)) return file;
  if (/^[\\/]/.test(text)) return { sentence: forbiddenReference.absolute, hint: byRelativePath };
  if (folders.some((folder) => isInside(folder, real))) return file;
  return {
    sentence: forbiddenReference.outside,
    hint: `allow it by name: --allow-ref ${relativePath(host.cwd, file)} (in a config file: allowRefs)`,
  };
}

/** Escapes the characters of a reference that are not allowed in a URI. */
function looseUri(text: string): string {
  return text.replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}

/** If a reference is the bare name of a component, suggests the correct reference. */
function componentHint(
  text: string,
  loaded: readonly Source[],
): { readonly hint: string } | undefined {
  for (const section of [
    'components/schemas',
    'components/responses',
    'components/parameters',
    'definitions',
  ]) {
    const tokens = [...section.split('/'), text];
    if (loaded.some((source) => source.locate(tokens, 'key') !== undefined))
      return { hint: `did you mean "#${formatPointer(tokens)}"?` };
  }
  return undefined;
}

/** The origin of a document whose text is not known yet. */
function unreadOrigin(address: string): Origin {
  return rootOrigin({
    uri: address,
    path: address,
    locate: () => undefined,
    line: () => undefined,
  });
}

/** Creates an empty set of documents. */
export function createSources(host: Host, options: SourcesOptions = {}): Sources {
  const loaded: Source[] = [];
  const known = new Map<string, Checked<Source>>();
  const reported = new Set<readonly Diagnostic[]>();
  const folders: string[] = [];
  const { prose } = options;
  const allows = createAllowList(host, options.allowRef ?? []);

  const load = (file: string, amend?: SourcesOptions['amend']): Checked<Source> => {
    const previous = known.get(file);
    if (previous !== undefined) return previous;
    const checked = loadDocument(host, file, { amend, prose });
    known.set(file, checked);
    if (checked.value !== undefined) loaded.push(checked.value);
    return checked;
  };

  return {
    loaded,
    entry(path) {
      if (isUrl(path)) return remoteEntry(path);
      const file = absolutePath(host.cwd, path);
      folders.push(folderOf(host.realPath(file)));
      const checked = load(file, options.amend);
      reported.add(checked.diagnostics);
      return checked;
    },
    open(uri, text, origin, reporter) {
      if (/[\s"<>\\^`{|}]/.test(text.replace(/#.*/s, ''))) {
        reporter.report(looseForm.uri({ text }), origin, { hint: `write "${looseUri(text)}"` });
      }
      if (/^https?:/.test(uri))
        return openRemote(uri, { text, refusal: remoteReference }, origin, reporter);
      const reference = { uri, text, base: sourceOf(origin).uri };
      const permitted = permitFile(reference, { host, allows, folders });
      if (typeof permitted !== 'string') {
        reporter.report(permitted.sentence({ text }), origin, { hint: permitted.hint });
        return undefined;
      }
      const file = permitted;
      if (host.read(file) === undefined) {
        const reason = `there is no file "${relativePath(host.cwd, file)}"`;
        reporter.report(
          unresolvedReference.reason({ text, reason }),
          origin,
          componentHint(text, loaded) ??
            didYouMean(baseName(file), host.list(folderOf(file)) ?? []),
        );
        return undefined;
      }
      return reportOnce(load(file), reporter);
    },
  };

  /** Returns the document. Reports its diagnostics on first use only. */
  function reportOnce(checked: Checked<Source>, reporter: Reporter): Source | undefined {
    if (!reported.has(checked.diagnostics)) {
      reported.add(checked.diagnostics);
      for (const diagnostic of checked.diagnostics) reporter.add(diagnostic);
    }
    return checked.value;
  }

  /** Loads a document that is built into the generator. */
  function builtInDocument(address: string): Checked<Source> | undefined {
    const value = metaSchemaAt(address);
    if (value === undefined) return undefined;
    const checked = { value, diagnostics: [] };
    known.set(address, checked);
    loaded.push(value);
    return checked;
  }

  function remoteEntry(address: string): Checked<Source> {
    const reporter = createReporter();
    const reference = { text: address, refusal: insecureEntry };
    const value = openRemote(address, reference, unreadOrigin(address), reporter);
    return { value, diagnostics: reporter.diagnostics };
  }

  function openRemote(
    uri: string,
    { text, refusal }: { readonly text: string; readonly refusal: Refusal },
    origin: Origin,
    reporter: Reporter,
  ): Source | undefined {
    const url = new URL(uri);
    url.hash = '';
    const previous = known.get(url.href) ?? builtInDocument(url.href);
    if (previous !== undefined) return reportOnce(previous, reporter);
    const refused = checkUrl(url, allows, refusal);
    if (refused !== undefined) {
      reporter.report(refused.sentence({ text }), origin, { hint: refused.hint });
      return undefined;
    }
    const document = options.remote?.(url.href) ?? noNetwork;
    if (document.kind === 'awaited') return undefined;
    if (document.kind === 'refused') {
      const { sentence, hint } = document;
      reporter.report(sentence, origin, hint === undefined ? {} : { hint });
      return undefined;
    }
    const identity = { uri: url.href, path: url.href, file: document.copy };
    const checked = readDocument(document.bytes, identity, {
      amend: refusal === insecureEntry ? options.amend : undefined,
    });
    known.set(url.href, checked);
    if (checked.value !== undefined) loaded.push(checked.value);
    return reportOnce(checked, reporter);
  }
}

import { isUrl } from '../core/address.js';
import {
  createReporter,
  type Checked,
  type Diagnostic,
  type Reporter,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, sourceOf, type Origin } from '../core/origin.js';
import { absolutePath, baseName, folderOf, isInside, relativePath } from '../core/path.js';
import { formatPointer } from '../core/pointer.js';
import { didYouMean } from '../core/suggestion.js';
import { createAllowList, type AllowList } from './allow-list.js';
import { loadDocument, readDocument } from './load.js';
import { metaSchemaAt } from './meta-schemas/meta-schemas.js';
import type { RemoteDocument } from './remote-document.js';
import { fileOf } from './uri.js';
import type { Source } from './source.js';

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
  code: 'unlocked-reference',
  message: 'documents of the network are read by "tallystick generate" first',
};

/** The reason for refusing a reference, with a correction. */
interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

/** Checks whether a URL may be read. Returns `fallback` with a hint if it is not allowed. */
function checkUrl(url: URL, allows: AllowList, fallback: Refusal): Refusal | undefined {
  if (url.username !== '' || url.password !== '') {
    return {
      reason: 'it carries a name or a password',
      hint: 'name the variable that holds a credential with --ref-credential',
    };
  }
  if (/%2f|%5c|%00/i.test(url.pathname)) {
    return {
      reason: 'its path has escapes that hide what it names',
      hint: 'refer to the document by its plain path',
    };
  }
  if (allows(url.href)) return undefined;
  const permission = `allow it by name: --allow-ref ${url.origin}${url.pathname} (in a config file: allowRefs)`;
  return { reason: fallback.reason, hint: `${fallback.hint}, or ${permission}` };
}

/** For a remote reference in a description. */
const remoteReference: Refusal = {
  reason: 'it lies on the network',
  hint: 'copy the document beside this one and refer to the copy',
};

/** For an entry document that the user names by URL. It is refused only if the connection is not secure. */
const insecureEntry: Refusal = {
  reason: 'it would come over the network as plain text, which anybody on the way can change',
  hint: 'name it by its https: address',
};

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

/** Creates an empty set of documents. */
export function createSources(host: Host, options: SourcesOptions = {}): Sources {
  const loaded: Source[] = [];
  const known = new Map<string, Checked<Source>>();
  const reported = new Set<readonly Diagnostic[]>();
  const folders: string[] = [];
  const allows = createAllowList(host, options.allowRef ?? []);

  const load = (file: string, amend?: SourcesOptions['amend']): Checked<Source> => {
    const previous = known.get(file);
    if (previous !== undefined) return previous;
    const checked = loadDocument(host, file, amend);
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
        reporter.warning(
          'loose-form',
          origin,
          `"${text}" is no URI reference as RFC 3986 has it; it is taken as it stands`,
          { hint: `write "${looseUri(text)}"` },
        );
      }
      if (/^https?:/.test(uri))
        return openRemote(uri, { text, refusal: remoteReference }, origin, reporter);
      const file = permit(uri, text, origin, reporter);
      if (file === undefined) return undefined;
      if (host.read(file) === undefined) {
        reporter.error(
          'unresolved-reference',
          origin,
          `"${text}" does not exist: there is no file "${relativePath(host.cwd, file)}"`,
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
    const emptyText = {
      uri: address,
      path: address,
      locate: () => undefined,
      line: () => undefined,
    };
    const value = openRemote(
      address,
      { text: address, refusal: insecureEntry },
      rootOrigin(emptyText),
      reporter,
    );
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
      reporter.error('forbidden-reference', origin, `"${text}" is refused: ${refused.reason}`, {
        hint: refused.hint,
      });
      return undefined;
    }
    const document = options.remote?.(url.href) ?? noNetwork;
    if (document.kind === 'awaited') return undefined;
    if (document.kind === 'refused') {
      const { code, message, hint } = document;
      reporter.error(code, origin, message, hint === undefined ? {} : { hint });
      return undefined;
    }
    const identity = { uri: url.href, path: url.href, file: document.copy };
    const checked = readDocument(
      document.bytes,
      identity,
      refusal === insecureEntry ? options.amend : undefined,
    );
    known.set(url.href, checked);
    if (checked.value !== undefined) loaded.push(checked.value);
    return reportOnce(checked, reporter);
  }

  function permit(
    uri: string,
    text: string,
    origin: Origin,
    reporter: Reporter,
  ): string | undefined {
    const refuse = (why: string, hint: string): undefined => {
      reporter.error('forbidden-reference', origin, `"${text}" is refused: ${why}`, { hint });
    };
    const { protocol } = new URL(uri);
    if (/^https?:/.test(sourceOf(origin).uri))
      return refuse(
        'a document of the network refers to no file',
        'refer to what lies beside that document',
      );
    if (protocol !== 'file:')
      return refuse(
        `nothing can be read from "${protocol}"`,
        'refer to a file by its relative path',
      );
    if (/^file:/i.test(text))
      return refuse('it is a "file:" URL', 'refer to a file by its relative path');
    const file = fileOf(uri);
    if (file === undefined)
      return refuse(
        'its path has escapes that hide what it names',
        'refer to a file by its relative path',
      );
    const real = host.realPath(file);
    if (allows(file) || allows(real)) return file;
    if (/^[\\/]/.test(text))
      return refuse('it is an absolute path', 'refer to a file by its relative path');
    const isAllowedFolder = folders.some((folder) => isInside(folder, real));
    if (isAllowedFolder) return file;
    return refuse(
      'it lies outside the folder of the entry document',
      `allow it by name: --allow-ref ${relativePath(host.cwd, file)} (in a config file: allowRefs)`,
    );
  }
}

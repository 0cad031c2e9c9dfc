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
import { createAllowance, type Allowance } from './allowance.js';
import { loadDocument, readDocument } from './load.js';
import { metaSchemaAt } from './meta-schemas/meta-schemas.js';
import type { RemoteDocument } from './remote-document.js';
import { fileOf } from './uri.js';
import type { Source } from './source.js';

/** What a reference may open beyond the folder of the entry document. */
export interface SourcesOptions {
  /**
   * Paths or URLs that references may name although they lie elsewhere: a prefix that ends at a `/` or is
   * the whole, or a pattern with `*` (within one segment) and `**` (across segments). Paths start from the working directory.
   */
  readonly allowRef?: readonly string[];
  /** What is known of an address of the network that `allowRef` allows; without it, none is read. */
  readonly remote?: (url: string) => RemoteDocument;
  /** Changes an entry document before it is understood. */
  readonly amend?: (source: Source) => Checked<Source>;
}

/** The documents of one run. Each file is read once; what may be read is decided here. */
export interface Sources {
  /** Reads an entry document by its path, or its address. The folder that a file lies in is open to references. */
  entry(path: string): Checked<Source>;
  /**
   * Reads the document that a reference names. `text` is the reference as written, `uri` what it resolves to;
   * why there is no document is reported at `origin`.
   */
  open(uri: string, text: string, origin: Origin, reporter: Reporter): Source | undefined;
  /** Every document that was read, in the order of reading. */
  readonly loaded: readonly Source[];
}

const noNetwork: RemoteDocument = {
  kind: 'refused',
  code: 'unlocked-reference',
  message: 'documents of the network are read by "tallystick generate" first',
};

/** Why something is not read, and what to do. */
interface Refusal {
  readonly what: string;
  readonly hint: string;
}

/** Why an address is not read; `otherwise` where nobody has allowed it. */
function refusalOf(url: URL, allows: Allowance, otherwise: Refusal): Refusal | undefined {
  if (url.username !== '' || url.password !== '') {
    return {
      what: 'it carries a name or a password',
      hint: 'name the variable that holds a credential with --ref-credential',
    };
  }
  if (/%2f|%5c|%00/i.test(url.pathname)) {
    return {
      what: 'its path has escapes that hide what it names',
      hint: 'refer to the document by its plain path',
    };
  }
  if (allows(url.href)) return undefined;
  const permission = `allow it by name: --allow-ref ${url.origin}${url.pathname} (in a config file: allowRefs)`;
  return { what: otherwise.what, hint: `${otherwise.hint}, or ${permission}` };
}

/** A reference to the network from a description. */
const stray: Refusal = {
  what: 'it lies on the network',
  hint: 'copy the document beside this one and refer to the copy',
};

/** A document that a person names: only its way over the network can be wrong. */
const open: Refusal = {
  what: 'it would come over the network as plain text, which anybody on the way can change',
  hint: 'name it by its https: address',
};

/** The reference with everything escaped that a URI has no raw place for. */
function looseUri(text: string): string {
  return text.replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}

/** Where a reference is the bare name of a component: how that is referred to. */
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

/** An empty set of documents over a file system. */
export function createSources(host: Host, options: SourcesOptions = {}): Sources {
  const loaded: Source[] = [];
  const known = new Map<string, Checked<Source>>();
  const reported = new Set<readonly Diagnostic[]>();
  const folders: string[] = [];
  const allows = createAllowance(host, options.allowRef ?? []);

  const load = (file: string, amend?: SourcesOptions['amend']): Checked<Source> => {
    const before = known.get(file);
    if (before !== undefined) return before;
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
      if (/^https?:/.test(uri)) return fetched(uri, { text, refusal: stray }, origin, reporter);
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
      return told(load(file), reporter);
    },
  };

  /** What was read; what is wrong with it is told once, to whoever asks first. */
  function told(checked: Checked<Source>, reporter: Reporter): Source | undefined {
    if (!reported.has(checked.diagnostics)) {
      reported.add(checked.diagnostics);
      for (const found of checked.diagnostics) {
        const { code, message, severity, ...details } = found;
        reporter[severity](code, found.origin, message, details);
      }
    }
    return checked.value;
  }

  /** A document that comes with the generator. */
  function ownDocument(address: string): Checked<Source> | undefined {
    const value = metaSchemaAt(address);
    if (value === undefined) return undefined;
    const checked = { value, diagnostics: [] };
    known.set(address, checked);
    loaded.push(value);
    return checked;
  }

  function remoteEntry(address: string): Checked<Source> {
    const reporter = createReporter();
    const nothing = { uri: address, path: address, locate: () => undefined, line: () => undefined };
    const value = fetched(address, { text: address, refusal: open }, rootOrigin(nothing), reporter);
    return { value, diagnostics: reporter.diagnostics };
  }

  function fetched(
    uri: string,
    { text, refusal }: { readonly text: string; readonly refusal: Refusal },
    origin: Origin,
    reporter: Reporter,
  ): Source | undefined {
    const url = new URL(uri);
    url.hash = '';
    const before = known.get(url.href) ?? ownDocument(url.href);
    if (before !== undefined) return told(before, reporter);
    const why = refusalOf(url, allows, refusal);
    if (why !== undefined) {
      reporter.error('forbidden-reference', origin, `"${text}" is refused: ${why.what}`, {
        hint: why.hint,
      });
      return undefined;
    }
    const found = options.remote?.(url.href) ?? noNetwork;
    if (found.kind === 'awaited') return undefined;
    if (found.kind === 'refused') {
      const { code, message, hint } = found;
      reporter.error(code, origin, message, hint === undefined ? {} : { hint });
      return undefined;
    }
    const named = { uri: url.href, path: url.href, file: found.copy };
    const checked = readDocument(found.bytes, named, refusal === open ? options.amend : undefined);
    known.set(url.href, checked);
    if (checked.value !== undefined) loaded.push(checked.value);
    return told(checked, reporter);
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
    const inside = folders.some((folder) => isInside(folder, real));
    if (inside) return file;
    return refuse(
      'it lies outside the folder of the entry document',
      `allow it by name: --allow-ref ${relativePath(host.cwd, file)} (in a config file: allowRefs)`,
    );
  }
}

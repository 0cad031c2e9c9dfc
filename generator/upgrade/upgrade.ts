import type { ts as TypeScript } from 'ts-morph';
import {
  createReporter,
  defineError,
  defineWarning,
  type Checked,
  type DiagnosticType,
  type Reporter,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath, baseName, relativePath } from '../core/path.js';
import { fileOrigin, positionAt, textOrigin } from '../write/file-text.js';
import { loadLibrary } from '../write/library.js';
import { singleFileProgram } from '../write/syntax.js';
import { movedSubpaths, renamedExports, replacementInPackage } from './changes.js';
import { createGeneratedFolders, type GeneratedFolders } from './generated-folder.js';
import type { ModuleChanges } from './named-imports.js';
import { rewriteUses } from './rewrite.js';

/** A path that does not exist. */
export const upgradeTarget: DiagnosticType<{ default: void }> = defineError('upgrade-target', {
  default: () => 'there is no file or folder with this name',
});

/** A file that does not parse, and is therefore not changed. */
export const upgradeSyntax: DiagnosticType<{ default: { message: string } }> = defineWarning(
  'upgrade-syntax',
  { default: ({ message }) => `this file does not parse and was left unchanged: ${message}` },
);

/** A file that an upgrade changes. */
export interface UpgradedFile {
  readonly path: string;
  readonly text: string;
  /** Number of changed imports and uses. */
  readonly changes: number;
}

/**
 * Rewrites a program for the current names of generated packages and of the runtime. Returns the files that change, without writing them.
 * Generated folders, `node_modules` and folders whose name begins with a dot are skipped.
 */
export async function upgradeProgram(
  paths: readonly string[],
  host: Host,
): Promise<Checked<readonly UpgradedFile[]>> {
  const reporter = createReporter();
  const folders = createGeneratedFolders(host);
  const files = paths.flatMap((each) => {
    const path = absolutePath(host.cwd, each);
    const found = sourcesAt(path, host, folders);
    if (found === undefined)
      reporter.report(upgradeTarget.default(), fileOrigin(host.cwd, path), {
        hint: 'name the folder of your sources, such as src',
      });
    return found ?? [];
  });
  const [first] = files;
  if (first === undefined) return { value: [], diagnostics: reporter.diagnostics };
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '"tallystick upgrade"',
    origin: fileOrigin(host.cwd, first),
  });
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const { ts } = loaded.library;
  const value = [...new Set(files)].flatMap((path) =>
    upgradeFile(ts, path, host, folders, reporter),
  );
  return { value, diagnostics: reporter.diagnostics };
}

function upgradeFile(
  ts: typeof TypeScript,
  path: string,
  host: Host,
  folders: GeneratedFolders,
  reporter: Reporter,
): readonly UpgradedFile[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(host.read(path));
  const { program, file } = singleFileProgram(ts, path, text);
  const origin = textOrigin(host.cwd, path, text);
  const [fault] = program.getSyntacticDiagnostics(file);
  if (fault !== undefined) {
    const message = ts.flattenDiagnosticMessageText(fault.messageText, ' ');
    const position = positionAt(text, fault.start);
    reporter.report(upgradeSyntax.default({ message }), origin, { position });
    return [];
  }
  const rewritten = rewriteUses(ts, file, program.getTypeChecker(), changesFor(path, folders));
  for (const { sentence, start } of rewritten.problems)
    reporter.report(sentence, origin, { position: positionAt(text, start) });
  if (rewritten.changes === 0) return [];
  return [{ path: relativePath(host.cwd, path), text: rewritten.text, changes: rewritten.changes }];
}

/** What changed for the modules that a file imports. */
function changesFor(importer: string, folders: GeneratedFolders): ModuleChanges {
  return {
    movedModule(specifier) {
      const moved = movedSubpaths[subpathOf(specifier) ?? ''];
      return moved === undefined ? undefined : `${runtime}/${moved}`;
    },
    replacementOf(specifier, name) {
      const subpath = subpathOf(specifier);
      if (subpath !== undefined) {
        const renamed = renamedExports[subpath]?.[name];
        return renamed === undefined ? undefined : { name: renamed };
      }
      const replacement = replacementInPackage(name);
      if (replacement === undefined) return undefined;
      const code = folders.find(specifier, importer);
      if (code === undefined || code.exports(name) || !code.exports(replacement.name))
        return undefined;
      // Types of responses are no longer declared where the types of a server are.
      return replacement.helper === undefined
        ? replacement
        : { ...replacement, from: code.moduleOf(replacement.name) };
    },
  };
}

const runtime = '@tallystick/runtime';

/** Subpath of a specifier of the runtime, empty for the package itself; `undefined` for other modules. */
function subpathOf(specifier: string): string | undefined {
  if (specifier === runtime) return '';
  return specifier.startsWith(`${runtime}/`) ? specifier.slice(runtime.length + 1) : undefined;
}

/** Source files at a path, or `undefined` if nothing exists there. */
function sourcesAt(
  path: string,
  host: Host,
  folders: GeneratedFolders,
): readonly string[] | undefined {
  const names = host.list(path);
  if (names === undefined) return host.read(path) === undefined ? undefined : [path];
  if (folders.isOutput(path)) return [];
  return names.flatMap((name) => {
    if (name === 'node_modules' || name.startsWith('.')) return [];
    const child = absolutePath(path, name);
    const isFolder = host.list(child) !== undefined;
    return isFolder || sourceName.test(baseName(child))
      ? (sourcesAt(child, host, folders) ?? [])
      : [];
  });
}

const sourceName = /(?<!\.d)\.(?:[mc]?[jt]s|[jt]sx)$/u;

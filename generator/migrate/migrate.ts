import { createReporter, hasErrors, type Checked, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import { emitters } from '../emitters/index.js';
import { loadDocument } from '../load/load.js';
import { positionAt, textOrigin } from '../write/file-text.js';
import { loadLibrary } from '../write/library.js';
import { singleFileProgram } from '../write/syntax.js';
import { migrateSource } from './migrate-diagnostics.js';
import type { PackageDraft } from './draft.js';
import { printFiles, type MigratedFiles } from './output.js';
import { Setting } from './settings.js';
import { readStaticModule } from './static-module.js';
import type { MigrationContext, MigrationTool } from './tool.js';
import { fern } from './tools/fern.js';
import { heyApi } from './tools/hey-api.js';
import { openapiTypescript } from './tools/openapi-typescript.js';
import { orval } from './tools/orval.js';
import { stainless } from './tools/stainless.js';

/** Tools whose config files are converted, in the order in which they are looked for. */
export const migrationTools: readonly MigrationTool[] = [
  heyApi,
  orval,
  stainless,
  fern,
  openapiTypescript,
];

/** What a migration has made of a config file. */
export interface Migration {
  /** Name of the other tool. */
  readonly tool: string;
  /** The config file that was converted. */
  readonly source: string;
  readonly files: MigratedFiles;
}

/**
 * Converts the config file of another generator to `tallystick.yaml`, with an overlay for what is said about the description. Without a path,
 * the usual names are looked for. Config files that are programs are read and not run. Returns `undefined` without a diagnostic if there is
 * no such file.
 */
export async function migrate(
  {
    path,
    document,
  }: { readonly path?: string | undefined; readonly document?: string | undefined },
  host: Host,
): Promise<Checked<Migration>> {
  const reporter = createReporter();
  const candidates = candidatesOf(path, host);
  for (const { tool, file } of candidates) {
    const config = await readSetting(file, host, reporter);
    if (config === undefined) {
      if (hasErrors(reporter.diagnostics)) break;
      continue;
    }
    const context = contextOf(document, host, reporter);
    const drafts = tool.convert(config, context).map((draft) => withDocument(draft, document));
    if (drafts.length === 0 && !hasErrors(reporter.diagnostics)) continue;
    const { diagnostics } = reporter;
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    config.reportUnread(reporter);
    return { value: { tool: tool.name, source: file, files: printFiles(drafts) }, diagnostics };
  }
  return { value: undefined, diagnostics: reporter.diagnostics };
}

function withDocument(draft: PackageDraft, document: string | undefined): PackageDraft {
  return draft.documents.length > 0 || document === undefined
    ? draft
    : { ...draft, documents: [document] };
}

/** The file that the user names, with the tool that has files of this name; or every usual file that exists. */
function candidatesOf(
  path: string | undefined,
  host: Host,
): readonly { readonly tool: MigrationTool; readonly file: string }[] {
  if (path === undefined)
    return migrationTools.flatMap((tool) =>
      tool.files.flatMap((file) =>
        host.read(absolutePath(host.cwd, file)) === undefined ? [] : [{ tool, file }],
      ),
    );
  const tool = migrationTools.find(({ files }) => files.some((file) => isNamedLike(path, file)));
  return tool === undefined ? [] : [{ tool, file: path }];
}

/** True for a file with a usual name in another folder, or with a name before it, as in `api.stainless.yml`. */
function isNamedLike(path: string, usual: string): boolean {
  const [own = '', name = ''] = [path.split('/').at(-1), usual.split('/').at(-1)];
  return own === name || own.endsWith(`.${name}`);
}

function contextOf(document: string | undefined, host: Host, reporter: Reporter): MigrationContext {
  return {
    reporter,
    document,
    emitters: new Set(emitters.map(({ name }) => name)),
    load(path) {
      const { value, diagnostics } = loadDocument(host, path);
      for (const diagnostic of diagnostics)
        if (diagnostic.severity === 'error') reporter.add(diagnostic);
      return value?.value;
    },
  };
}

/** Reads a config file: YAML, JSON, or a module. */
async function readSetting(
  file: string,
  host: Host,
  reporter: Reporter,
): Promise<Setting | undefined> {
  if (/\.[cm]?[jt]s$/u.test(file)) return readModule(file, host, reporter);
  const { value: source, diagnostics } = loadDocument(host, file);
  for (const diagnostic of diagnostics)
    if (diagnostic.severity === 'error') reporter.add(diagnostic);
  return source && new Setting(source.value, rootOrigin(source));
}

async function readModule(
  file: string,
  host: Host,
  reporter: Reporter,
): Promise<Setting | undefined> {
  const path = absolutePath(host.cwd, file);
  const bytes = host.read(path);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const origin = textOrigin(host.cwd, path, text);
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '"tallystick migrate"',
    origin,
  });
  if ('missing' in loaded) {
    reporter.add(loaded.missing);
    return undefined;
  }
  const { ts } = loaded.library;
  const { program, file: parsed } = singleFileProgram(ts, path, text);
  const [fault] = program.getSyntacticDiagnostics(parsed);
  if (fault !== undefined) {
    const message = ts.flattenDiagnosticMessageText(fault.messageText, ' ');
    const position = positionAt(text, fault.start);
    reporter.report(migrateSource.default({ message }), origin, { position });
    return undefined;
  }
  const content = readStaticModule(ts, parsed);
  if (content === undefined) {
    reporter.report(migrateSource.noExport(), origin, {
      position: { line: 1, column: 1 },
      hint: 'write "export default" with the config behind it',
    });
    return undefined;
  }
  return new Setting(content.value, originOf(content.locate, text, relativePath(host.cwd, path)));
}

function originOf(
  locate: NonNullable<ReturnType<typeof readStaticModule>>['locate'],
  text: string,
  path: string,
): Origin {
  const lines = text.split(/\r?\n/u);
  return rootOrigin({
    uri: `file:///${path}`,
    path,
    locate,
    line: (number) => lines[number - 1],
  });
}

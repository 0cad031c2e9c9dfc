import { hasErrors } from '../../core/diagnostic.js';
import { configNames } from '../../config/define-config.js';
import { absolutePath } from '../../core/path.js';
import { summarise } from '../../core/render-diagnostics.js';
import { migrate, migrationTools } from '../../migrate/migrate.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { MigrateCommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';

/** Runs `tallystick migrate`, which converts the config file of another generator. */
export async function runMigrate(
  file: string | undefined,
  { document, dryRun }: MigrateCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { host } = console;
  const exists = (path: string): boolean => host.read(absolutePath(host.cwd, path)) !== undefined;
  for (const path of [file, document])
    if (path !== undefined && !exists(path) && !/^https?:\/\//u.test(path))
      throw new UsageError(`"${path}" does not exist`);
  const present = dryRun === true ? undefined : configNames.find(exists);
  if (present !== undefined)
    throw new UsageError(`"${present}" already exists: see what would be written with --dry-run`);
  const { value, diagnostics } = await migrate({ path: file, document }, host);
  printDiagnostics(diagnostics, console);
  if (hasErrors(diagnostics)) {
    console.error(`${summarise(diagnostics)}; nothing was written\n`);
    return 1;
  }
  if (value === undefined)
    throw new UsageError(
      file === undefined
        ? 'this folder has no config file of another generator; name it'
        : `"${file}" is not named like a config file of ${migrationTools.map(({ name }) => name).join(', ')}, or has nothing to convert`,
    );
  const { files, tool, source } = value;
  const taken = dryRun === true ? undefined : [...files.keys()].find(exists);
  if (taken !== undefined) throw new UsageError(`"${taken}" already exists`);
  for (const [path, text] of files) {
    if (dryRun === true) {
      console.out(`# ${path}\n${text}\n`);
      continue;
    }
    host.write(absolutePath(host.cwd, path), new TextEncoder().encode(text));
    console.out(`${path}: written\n`);
  }
  console.out(
    `${source}: converted from ${tool}${diagnostics.length === 0 ? '' : `, ${summarise(diagnostics)}`}\n`,
  );
  if (dryRun !== true) console.out('next: npx tallystick generate\n');
  return 0;
}

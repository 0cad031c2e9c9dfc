import type { ts as TypeScript } from 'ts-morph';
import { createReporter, hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { relativePath } from '../core/path.js';
import { loadLibrary } from '../write/library.js';
import { findSyntaxError } from '../write/syntax.js';
import { addHandlers } from './add-handlers.js';
import { findHandlers, type HandlersObject } from './find-handlers.js';
import { missingHandlers } from './missing.js';
import { analyseModule } from './module.js';
import { readModules } from './modules.js';
import { newFile } from './new-file.js';
import type { Target } from './target.js';

/** The result of scaffolding. */
export interface ScaffoldResult {
  readonly text: string;
  /** Names of added handlers. */
  readonly added: readonly string[];
  readonly isNew: boolean;
  /** Types of services whose handlers are in other files. */
  readonly elsewhere: readonly string[];
}

/**
 * Creates a server file with a handler for each operation, or adds missing handlers to an existing file. Existing code is never changed. If
 * it cannot be determined which handlers exist, an error is reported. A new file is for the first target, an existing one for the targets
 * that it refers to.
 */
export async function scaffold(
  targets: readonly [Target, ...Target[]],
  path: string,
  host: Host,
): Promise<Checked<ScaffoldResult>> {
  const report = createReporter();
  const bytes = host.read(path);
  if (bytes === undefined) {
    const [target] = targets;
    const added = target.operations.map(({ name }) => name);
    return {
      value: { text: newFile(target), added, isNew: true, elsewhere: [] },
      diagnostics: [],
    };
  }
  const fail = (): Checked<ScaffoldResult> => ({
    value: undefined,
    diagnostics: report.diagnostics,
  });
  const text = decode(bytes);
  const origin = originOf(host, path, text ?? '');
  if (text === undefined) {
    report.error('scaffold-syntax', origin, 'this is not text in UTF-8', {
      hint: 'save it as UTF-8: nothing was written',
    });
    return fail();
  }
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '"tallystick scaffold" of a file that is there',
    origin,
  });
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const { ts } = loaded.library;
  const fault = findSyntaxError(ts, path, text);
  if (fault !== undefined) {
    report.error('scaffold-syntax', origin, `this does not parse: ${fault.message}`, {
      position: positionAt(text, fault.start),
      hint: 'mend it first: nothing was written',
    });
    return fail();
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const module = analyseModule(ts, path, file);
  const modules = readModules(ts, host);
  const matches = targets.flatMap((target) => {
    const objects = findHandlers(ts, module, modules, target);
    return objects.length === 0
      ? []
      : [{ target, places: objects, missing: missingHandlers(objects, target) }];
  });
  if (matches.length === 0) {
    const [{ handlersType, factory }] = targets;
    report.error(
      'scaffold-handlers',
      origin,
      `no object or class here is said to be "${handlersType}", nor given to "${factory}"`,
      {
        hint: `write "const handlers: ${handlersType} = {}", or name a file that is not there yet`,
      },
    );
    return fail();
  }
  for (const { places: objects, target, missing } of matches) {
    for (const { at: offset, names } of missing.unseen) {
      report.error(
        'scaffold-unseen',
        origin,
        `which handlers come in here can not be seen, and ${list(names)} may be among them`,
        {
          position: positionAt(text, offset),
          hint: `say what it is ("const rest: ${target.handlersType}"), or write the missing ones`,
        },
      );
    }
    for (const incomplete of objects.flatMap(({ incompleteFiles: lacking }) => lacking)) {
      const path = relativePath(host.cwd, incomplete.path);
      report.warning(
        'scaffold-elsewhere',
        origin,
        `${list(incomplete.names)} ${incomplete.names.length === 1 ? 'is' : 'are'} missing in ${path}, whose handlers come in here`,
        { hint: `run "tallystick scaffold ${path}"` },
      );
    }
    for (const name of unknownMembers(objects, target, ts)) {
      report.warning(
        'scaffold-removed',
        origin,
        `"${name.text}" belongs to no ${target.subject} of the description any more`,
        { position: positionAt(text, name.getStart(file)), hint: 'remove it, if it was a handler' },
      );
    }
  }
  if (hasErrors(report.diagnostics)) return fail();
  const additions = matches.flatMap(({ missing }) => missing.additions);
  return {
    value: {
      text: additions.length === 0 ? text : addHandlers(ts, file, additions),
      added: additions.flatMap(({ operations }) => operations.map(({ name }) => name)),
      isNew: false,
      elsewhere: matches.flatMap(({ missing }) => missing.elsewhere),
    },
    diagnostics: report.diagnostics,
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Members that match no operation. Only members of objects, because a class may have other methods. */
function unknownMembers(
  objects: readonly HandlersObject[],
  target: Target,
  ts: typeof TypeScript,
): readonly { readonly text: string; getStart(file: TypeScript.SourceFile): number }[] {
  const operationNames = new Set(target.operations.map(({ name }) => name));
  return objects.flatMap(({ node }) =>
    ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap(({ name }) =>
          name !== undefined &&
          (ts.isIdentifier(name) || ts.isStringLiteral(name)) &&
          !operationNames.has(name.text)
            ? [name]
            : [],
        )
      : [],
  );
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : shown.join(', ');
}

function originOf(host: Host, path: string, text: string): Origin {
  const lines = text.split(/\r?\n/);
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(host.cwd, path),
    locate: () => undefined,
    line: (number) => lines[number - 1],
  });
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

import type { ts as TypeScript } from 'ts-morph';
import {
  createReporter,
  defineError,
  defineWarning,
  hasErrors,
  type Checked,
  type DiagnosticType,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import { positionAt, textOrigin } from '../write/file-text.js';
import { loadLibrary } from '../write/library.js';
import { findSyntaxError } from '../write/syntax.js';
import { addHandlers } from './add-handlers.js';
import { findHandlers, type HandlersObject } from './find-handlers.js';
import { missingHandlers } from './missing.js';
import { analyseModule } from './module.js';
import { readModules } from './modules.js';
import type { Target } from './target.js';
import { handlerText, defaultStyle } from './handler-text.js';

/** A server file that cannot be parsed. */
export const scaffoldSyntax: DiagnosticType<{ default: { message: string }; encoding: void }> =
  defineError('scaffold-syntax', {
    default: ({ message }) => `this file does not parse: ${message}`,
    encoding: () => 'this file is not UTF-8',
  });

/** A server file without handlers of the generated server. */
export const scaffoldHandlers: DiagnosticType<{ default: { type: string; factory: string } }> =
  defineError('scaffold-handlers', {
    default: ({ type, factory }) =>
      `no object or class in this file has the type "${type}" or is passed to "${factory}"`,
  });

/** Handlers that come from an expression which cannot be analysed. */
export const scaffoldUnseen: DiagnosticType<{ default: { names: readonly string[] } }> =
  defineError('scaffold-unseen', {
    default: ({ names }) =>
      `the handlers that are included here are unknown, and ${list(names)} may be among them`,
  });

/** Handlers that are missing in another file. */
export const scaffoldElsewhere: DiagnosticType<{
  default: { names: readonly string[]; path: string };
}> = defineWarning('scaffold-elsewhere', {
  default: ({ names, path }) =>
    `${list(names)} ${names.length === 1 ? 'is' : 'are'} missing in ${path}, whose handlers are included here`,
});

/** A handler of an operation that no longer exists. */
export const scaffoldRemoved: DiagnosticType<{ default: { name: string; subject: string } }> =
  defineWarning('scaffold-removed', {
    default: ({ name, subject }) => `the description no longer has the ${subject} of "${name}"`,
  });

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
  const reporter = createReporter();
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
    diagnostics: reporter.diagnostics,
  });
  const text = decode(bytes);
  const origin = textOrigin(host.cwd, path, text ?? '');
  if (text === undefined) {
    reporter.report(scaffoldSyntax.encoding(), origin, {
      hint: 'save it as UTF-8: nothing was written',
    });
    return fail();
  }
  const loaded = await loadLibrary('ts-morph', () => import('ts-morph'), {
    needs: '"tallystick scaffold" of an existing file',
    origin,
  });
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const { ts } = loaded.library;
  const fault = findSyntaxError(ts, path, text);
  if (fault !== undefined) {
    reporter.report(scaffoldSyntax.default({ message: fault.message }), origin, {
      position: positionAt(text, fault.start),
      hint: 'correct it first: nothing was written',
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
    reporter.report(scaffoldHandlers.default({ type: handlersType, factory }), origin, {
      hint: `write "const handlers: ${handlersType} = {}", or name a file that does not exist yet`,
    });
    return fail();
  }
  for (const { places: objects, target, missing } of matches) {
    for (const { at: offset, names } of missing.unseen) {
      reporter.report(scaffoldUnseen.default({ names }), origin, {
        position: positionAt(text, offset),
        hint: `declare its type ("const rest: ${target.handlersType}"), or write the missing handlers`,
      });
    }
    for (const incomplete of objects.flatMap(({ incompleteFiles: lacking }) => lacking)) {
      const path = relativePath(host.cwd, incomplete.path);
      reporter.report(scaffoldElsewhere.default({ names: incomplete.names, path }), origin, {
        hint: `run "tallystick scaffold ${path}"`,
      });
    }
    for (const name of unknownMembers(objects, target, ts)) {
      const removed = { name: name.text, subject: target.subject };
      reporter.report(scaffoldRemoved.default(removed), origin, {
        position: positionAt(text, name.getStart(file)),
        hint: 'remove it, if it was a handler',
      });
    }
  }
  if (hasErrors(reporter.diagnostics)) return fail();
  const additions = matches.flatMap(({ missing }) => missing.additions);
  return {
    value: {
      text: additions.length === 0 ? text : addHandlers(ts, file, additions, targets[0].runtime),
      added: additions.flatMap(({ operations }) => operations.map(({ name }) => name)),
      isNew: false,
      elsewhere: matches.flatMap(({ missing }) => missing.elsewhere),
    },
    diagnostics: reporter.diagnostics,
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

/** Creates a file with all handlers, none of them implemented. */
export function newFile({
  subject,
  factory,
  handlersType,
  module,
  runtime,
  operations,
}: Target): string {
  const style = { ...defaultStyle, indent: defaultStyle.unit };
  const body = operations.map(
    (operation) => `${handlerText(operation, { form: 'member', typing: 'context' }, style)}\n`,
  );
  const description =
    subject === 'operation' ? 'The handlers of the server' : 'The handlers of deliveries';
  const imports = [
    `import { notImplemented } from '${runtime}';`,
    `import { ${[factory, `type ${handlersType}`].sort(byName).join(', ')} } from '${module}';`,
  ];
  const isFirst = !module.startsWith('.') && module < runtime;
  return `${(isFirst ? imports.reverse() : imports).join('\n')}

/** ${description}, for \`${factory}\`. */
export const handlers: ${handlersType} = {
${body.join('\n')}};

export { ${factory} };
`;
}

function byName(a: string, b: string): number {
  return a.replace('type ', '').toLowerCase() < b.replace('type ', '').toLowerCase() ? -1 : 1;
}

import { defineError } from '../core/diagnostic.js';
import { createReporter } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Reporter } from '../core/diagnostic.js';
import { missingFile } from '../core/diagnostics/files.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin, type SourceText } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import { didYouMean } from '../core/suggestion.js';
import { createLineIndex } from '../load/line-index.js';
import type { PageTemplate, View } from '../printer/template.js';
import { fileOrigin } from '../write/file-text.js';
import { loadLibrary } from '../write/library.js';
import type { PackageJob } from './package-job.js';

/** A template of the user that cannot be rendered. */
export const invalidTemplate: DiagnosticType<{
  syntax: { message: string };
  unknown: { name: string };
  view: { message: string };
}> = defineError('invalid-template', {
  syntax: ({ message }) => `the template cannot be parsed: ${message}`,
  unknown: ({ name }) => `this package has no page "${name}"`,
  view: ({ message }) => `the template cannot be rendered: ${message}`,
});

/** Templates of a job that replace pages. */
export interface LoadedTemplates {
  readonly byPage: ReadonlyMap<string, PageTemplate>;
  /** Absolute paths of their files. */
  readonly paths: readonly string[];
  /** Reports templates of pages that the package does not have. */
  reportUnknown(rendered: ReadonlySet<string>, reporter: Reporter): void;
}

/** Thrown by a template that does not fit its view. */
export class TemplateError extends Error {
  constructor(
    message: string,
    readonly origin: Origin,
    readonly details: TemplateFailure,
  ) {
    super(message);
  }
}

/** Message and position of a failure in a template. */
export interface TemplateFailure {
  readonly message: string;
  readonly position?: { readonly line: number; readonly column: number };
}

/** No templates. */
export const noTemplates: LoadedTemplates = {
  byPage: new Map(),
  paths: [],
  reportUnknown: () => {},
};

/** Reads and compiles the templates of a job. Loads Handlebars only if there is one. */
export async function loadTemplates(
  { request, location }: PackageJob,
  host: Host,
): Promise<Checked<LoadedTemplates>> {
  const entries = Object.entries(request.templates ?? {});
  if (entries.length === 0) return { value: noTemplates, diagnostics: [] };
  const loaded = await loadLibrary('handlebars', async () => await import('handlebars'), {
    needs: 'a template of your own',
    origin: fileOrigin(host.cwd, location.out),
  });
  if ('missing' in loaded) return { value: undefined, diagnostics: [loaded.missing] };
  const { default: handlebars } = loaded.library;
  const reporter = createReporter();
  const byPage = new Map<string, PageTemplate>();
  const paths = new Map<string, string>();
  for (const [page, path] of entries) {
    const file = absolutePath(location.root, path);
    const bytes = host.read(file);
    paths.set(page, file);
    if (bytes === undefined) {
      reporter.report(missingFile.default(), fileOrigin(host.cwd, file));
      continue;
    }
    const text = new TextDecoder().decode(bytes);
    const origin = rootOrigin(sourceText(host.cwd, file, text));
    try {
      handlebars.parse(text);
    } catch (error) {
      const { message, position } = failureOf(error);
      reporter.report(
        invalidTemplate.syntax({ message }),
        origin,
        position === undefined ? {} : { position },
      );
      continue;
    }
    // As strict as the templates of this package: no dynamic lookups, and an error for values that the view does not have.
    const template = handlebars.compile<View>(text, {
      strict: true,
      knownHelpersOnly: true,
      noEscape: true,
    });
    byPage.set(page, (view) => {
      try {
        return template(view);
      } catch (error) {
        throw new TemplateError('a template failed', origin, failureOf(error));
      }
    });
  }
  return {
    value: {
      byPage,
      paths: [...paths.values()],
      reportUnknown(rendered, report) {
        for (const [page, file] of paths) {
          if (rendered.has(page)) continue;
          const names = [...rendered].sort();
          const hint =
            didYouMean(page, names).hint ??
            `its pages are ${names.map((name) => `"${name}"`).join(', ')}`;
          report.report(invalidTemplate.unknown({ name: page }), fileOrigin(host.cwd, file), {
            hint,
          });
        }
      },
    },
    diagnostics: reporter.diagnostics,
  };
}

/** The sentence about a template that failed while it was rendered. */
export function reportTemplateError({ origin, details }: TemplateError, reporter: Reporter): void {
  const { message, position } = details;
  reporter.report(
    invalidTemplate.view({ message }),
    origin,
    position === undefined ? {} : { position },
  );
}

/** Separates the position at the end of Handlebars' messages: `"y" not defined in [object Object] - 2:8`. */
function failureOf(error: unknown): TemplateFailure {
  const text = error instanceof Error ? error.message : String(error);
  const parse = /^Parse error on line (\d+):[^]*?(Expecting [^]*)$/.exec(text);
  if (parse !== null)
    return { message: oneLine(parse[2] ?? ''), position: { line: Number(parse[1]), column: 1 } };
  const located = /^([^]*) - (\d+):(\d+)$/.exec(text);
  if (located === null) return { message: oneLine(text) };
  return {
    message: oneLine(located[1] ?? '').replace(/ in \[object Object\]$/, ' in the view'),
    position: { line: Number(located[2]), column: Number(located[3]) + 1 },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function sourceText(cwd: string, file: string, text: string): SourceText {
  const lines = createLineIndex(text);
  return {
    uri: `file://${file}`,
    path: relativePath(cwd, file),
    locate: () => undefined,
    line: (number) => lines.line(number),
  };
}

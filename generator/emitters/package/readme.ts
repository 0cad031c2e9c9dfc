import changesTemplate from '../../../templates/package/changes.hbs';
import operationsTemplate from '../../../templates/package/operations.hbs';
import readmeTemplate from '../../../templates/package/readme.hbs';
import subpathsTemplate from '../../../templates/package/subpaths.hbs';
import { parsePointer } from '../../core/pointer.js';
import { newestFirst } from '../../model/changelog.js';
import { isFixOnly } from '../../plan/fix-only.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { type Code, code, identifier, join } from '../../printer/code.js';
import type { SourceFile } from '../../printer/source-file.js';
import { render, type View } from '../../printer/template.js';
import { methodPath } from '../../typescript/examples/call.js';
import { markdownCode, markdownLine, markdownProse } from '../../typescript/markdown.js';
import type { ReadmePart } from '../readme-part.js';

/**
 * Emits the README of a package: an introduction, the guides of the emitters, the tables of
 * subpaths and operations, the reference sections of the emitters, and the changes.
 */
export function emitReadme(plan: Plan, parts: readonly ReadmePart[]): SourceFile {
  const sections = [
    ...parts.filter(({ isReference }) => isReference !== true),
    { template: subpathsTemplate, view: subpathsView(plan) },
    ...(plan.operations.length === 0
      ? []
      : [{ template: operationsTemplate, view: operationsView(plan) }]),
    ...parts.filter(({ isReference }) => isReference === true),
    ...(plan.api.changes.length === 0
      ? []
      : [{ template: changesTemplate, view: changesView(plan) }]),
  ];
  const text = render(readmeTemplate, {
    ...introduction(plan),
    sections: sections.map(({ template, view }) => ({ text: render(template, view) })),
  });
  return { kind: 'text', path: 'README.md', text };
}

function introduction(plan: Plan): View {
  const { api } = plan;
  return {
    name: markdownCode(plan.package.name),
    summary: markdownLine(api.summary ?? ''),
    title: markdownLine(api.title),
    version: markdownLine(api.version),
    documents: join(
      plan.package.documents.map((path) => code`\`${markdownCode(path)}\``),
      ', ',
    ),
    ...contents(plan),
  };
}

/** Flags for the parts that a package may have. */
function contents(plan: Plan): View {
  return {
    hasHttp: plan.api.speaks.includes('http'),
    hasWebhooks: plan.webhooks !== undefined,
    hasFeeds: plan.feeds.length > 0,
    hasFix: plan.fix !== undefined,
    hasTypes: !isFixOnly(plan),
    hasNamedValues: plan.types.some(({ values }) => values !== undefined),
    hasLimits: plan.limits !== undefined,
    hasZod: plan.zod !== undefined,
    hasPaths: plan.hasPathsView,
    signsMessages:
      !plan.api.speaks.includes('http') &&
      plan.security.some(({ factory }) => factory !== undefined),
  };
}

function subpathsView(plan: Plan): View {
  return { name: markdownCode(plan.package.name), ...contents(plan) };
}

function operationsView(plan: Plan): View {
  return {
    operations: plan.operations.map((operation) => ({
      method: methodPath(plan, operation),
      function: identifier(operation.function.name),
      request: requestOf(operation),
      summary: markdownLine(operation.operation.summary ?? ''),
    })),
  };
}

function requestOf({ operation: { binding } }: OperationPlan): Code {
  if (binding.kind === 'json-rpc') return markdownCode(binding.method);
  const target = 'text' in binding.target ? binding.target.text : '';
  return markdownCode(`${binding.method} ${target}`);
}

/** Entries of `x-changelog`, newest first. */
function changesView({ api: { changes } }: Plan): View {
  return {
    changes: newestFirst(changes).map(({ date, text, targets }) => ({
      date: markdownLine(date),
      text: markdownProse(text),
      targets: join(
        targets.map(({ name }) => code`\`${markdownCode(targetLabel(name))}\``),
        ', ',
      ),
    })),
  };
}

/**
 * Label of a target for readers without the description: `Kettle.colour`, `/kettles`,
 * `GET /kettles`, `listKettles`.
 */
function targetLabel(name: string): string {
  const tokens = parsePointer(name.slice(name.indexOf('#') + 1));
  if (!name.includes('#') || tokens === undefined || tokens.length === 0) return name;
  const [first, path = '', method, ...deeper] = tokens;
  if (first === 'paths' && deeper.length === 0) {
    return method === undefined ? path : `${method.toUpperCase()} ${path}`;
  }
  return tokens
    .slice(first === 'components' ? 2 : 0)
    .filter((token) => token !== 'properties')
    .join('.');
}

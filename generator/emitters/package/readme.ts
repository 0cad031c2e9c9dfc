import changesTemplate from '../../../templates/package/changes.hbs';
import operationsTemplate from '../../../templates/package/operations.hbs';
import readmeTemplate from '../../../templates/package/readme.hbs';
import subpathsTemplate from '../../../templates/package/subpaths.hbs';
import { parsePointer } from '../../core/pointer.js';
import { newestFirst } from '../../model/changelog.js';
import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { type Text, code, identifier, join } from '../../printer/code.js';
import type { SourceFile } from '../../printer/source-file.js';
import type { Pages, View } from '../../printer/template.js';
import { methodPath } from '../../typescript/examples/call.js';
import { markdownCode, markdownLine, markdownProse } from '../../typescript/markdown.js';
import { clientKey } from '../client/plan.js';
import type { PackagePart } from '../emitter.js';
import { feedsOf } from '../feeds/plan.js';
import { fixKey } from '../fix/plan.js';
import { limitsKey } from '../limits/plan.js';
import { serverKey } from '../server/plan.js';
import { validatorsKey } from '../validators/plan.js';

/**
 * Emits the README of a package: an introduction, the guides of the emitters, the tables of
 * subpaths and operations, the reference sections of the emitters, and the changes.
 */
export function emitReadme(plan: Plan, parts: readonly PackagePart[], pages: Pages): SourceFile {
  const readmes = parts.flatMap(({ readme }) => readme ?? []);
  const listsOperations = plan.operations.length > 0 && plan.partOf(clientKey) !== undefined;
  const sections = [
    ...readmes.filter(({ isReference }) => isReference !== true).map(({ text }) => text),
    pages.render('package/subpaths', subpathsTemplate, subpathsView(plan, parts)),
    ...(listsOperations
      ? [pages.render('package/operations', operationsTemplate, operationsView(plan))]
      : []),
    ...readmes.filter(({ isReference }) => isReference === true).map(({ text }) => text),
    ...(plan.api.changes.length === 0
      ? []
      : [pages.render('package/changes', changesTemplate, changesView(plan))]),
  ];
  const text = pages.render('package/readme', readmeTemplate, {
    ...introduction(plan),
    sections: sections.map((section) => ({ text: section })),
  });
  return { kind: 'text', path: 'README.md', text };
}

function introduction(plan: Plan): View {
  const { api } = plan;
  return {
    name: markdownCode(plan.package.name),
    summary: markdownLine(api.summary?.text ?? ''),
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
  const hasHttp = plan.api.speaks.includes('http');
  const hasClient = plan.partOf(clientKey) !== undefined;
  return {
    hasHttp,
    hasClient: hasHttp && hasClient,
    hasServer: plan.partOf(serverKey) !== undefined,
    hasValidators: plan.partOf(validatorsKey) !== undefined,
    hasFeeds: feedsOf(plan).length > 0,
    hasFix: plan.partOf(fixKey) !== undefined,
    hasTypes: !isFixOnly(plan),
    hasLimits: plan.partOf(limitsKey) !== undefined,
    signsMessages:
      !hasHttp && hasClient && plan.security.some(({ factory }) => factory !== undefined),
  };
}

function subpathsView(plan: Plan, parts: readonly PackagePart[]): View {
  const subpaths = parts.flatMap((part) => part.subpaths ?? []);
  return {
    name: markdownCode(plan.package.name),
    ...contents(plan),
    subpaths: subpaths.map(({ name, contents: text }) => ({
      module: markdownCode(`${plan.package.name}/${name}`),
      contents: text,
    })),
  };
}

function operationsView(plan: Plan): View {
  return {
    hasServer: plan.partOf(serverKey) !== undefined,
    operations: plan.operations.map((operation) => ({
      method: methodPath(plan, operation),
      function: identifier(operation.function.name),
      request: requestOf(operation),
      summary: markdownLine(operation.operation.summary?.text ?? ''),
    })),
  };
}

function requestOf({ operation: { binding } }: OperationPlan): Text {
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

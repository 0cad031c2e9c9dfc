import { isFixOnly } from '../../plan/fix-only.js';
import type { Plan } from '../../plan/plan.js';
import { code, join } from '../../printer/code.js';
import { markdownCode, markdownLine, markdownTable } from '../../typescript/markdown.js';
import { feedExample } from './feed-example.js';
import { fixExample, fixSocketExample } from './fix-example.js';
import { fixMessageTable } from './fix-message-table.js';
import { messageTable } from './message-table.js';
import { changesList, limitsExample, limitsTable } from './readme-limits.js';
import { render } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import template from '../../../templates/message-readme.hbs';
import { validatorExample } from './readme.js';

/** Emits the README of a package without HTTP. */
export function emitMessageReadme(plan: Plan): SourceFile {
  const { api } = plan;
  const name = markdownCode(plan.package.name);
  const signs = plan.security.some(({ factory }) => factory !== undefined);
  const text = render(template, {
    name,
    description: markdownLine(api.summary ?? api.title),
    title: markdownLine(api.title),
    version: markdownLine(api.version),
    documents: join(
      plan.package.documents.map((path) => code`\`${markdownCode(path)}\``),
      ', ',
    ),
    what: isFixOnly(plan) ? code`Types, a codec and sessions` : code`Types and validators`,
    feedExample: feedExample(plan),
    fixExample: fixExample(plan),
    fixSocketExample: fixSocketExample(plan),
    messages: fixMessageTable(plan) || messageTable(plan),
    limits: limitsTable(plan),
    limitsExample: limitsExample(plan),
    changes: changesList(plan),
    validatorExample: plan.checks.some(({ exported }) => exported) ? validatorExample(plan) : false,
    subpaths: markdownTable(
      [code`import`, code`holds`],
      [
        [
          code`\`${name}\``,
          join(
            [
              ...(plan.feeds.length === 0 ? [] : [code`clients of the feed`]),
              code`types`,
              ...(plan.fix === undefined ? [] : [code`the codec and the sessions of FIX`]),
              ...(signs ? [code`what signs and verifies messages`] : []),
            ],
            ', ',
          ),
        ],
        ...(plan.feeds.length === 0
          ? []
          : [
              [code`\`${name}/feed-server\``, code`servers of the feed`],
              [code`\`${name}/feed-checks\``, code`the check of each of its messages`],
            ]),
        ...(isFixOnly(plan)
          ? []
          : [
              [code`\`${name}/validators\``, code`guards and full checks for every named schema`],
              [code`\`${name}/types\``, code`the types alone`],
            ]),
        ...(plan.zod === undefined
          ? []
          : [[code`\`${name}/zod\``, code`a Zod schema for every named schema; needs \`zod\``]]),
      ],
    ),
  });
  return { kind: 'text', path: 'README.md', text };
}

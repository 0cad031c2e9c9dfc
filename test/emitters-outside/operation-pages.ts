import {
  code,
  defineEmitter,
  emitterApiVersion,
  identifier,
  join,
  markdownCode,
  markdownLine,
  markdownProse,
  type Code,
  type Emitter,
  type OperationPlan,
  type Outcome,
  type SourceFile,
} from 'tallystick/emitter';

interface Page {
  readonly path: string;
  readonly operation: OperationPlan;
}

/** A Markdown page for each operation, and a list of them. */
const operationPages: Emitter<readonly Page[]> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'operation-pages',
  requires: ['client'],
  plan: ({ plan }) =>
    plan.operations.map((operation) => ({
      path: `docs/operations/${operation.function.name}.md`,
      operation,
    })),
  *emit(pages) {
    for (const page of pages) yield pageOf(page);
  },
  packagePart: (pages) => ({
    readme: {
      text: code`## Pages\n\n${join(
        pages.map(({ path, operation }) => code`- [${nameOf(operation)}](${markdownCode(path)})`),
        '\n',
      )}\n`,
      isReference: true,
    },
  }),
});

export default operationPages;

function pageOf({ path, operation: planned }: Page): SourceFile {
  const { operation } = planned;
  const { binding, parameters, outcomes, request } = operation;
  const target =
    binding.kind === 'json-rpc'
      ? binding.method
      : `${binding.method} ${'text' in binding.target ? binding.target.text : ''}`;
  const sections = [
    code`# ${markdownLine(operation.summary?.text ?? planned.id)}`,
    code`\`${markdownCode(target)}\`, called as \`${nameOf(planned)}\``,
    ...(operation.description === undefined ? [] : [markdownProse(operation.description.text)]),
    ...section(
      code`Parameters`,
      [code`Name`, code`In`, code`Required`, code`Description`],
      parameters.map((each) => [
        code`\`${markdownCode(each.name)}\``,
        markdownCode(each.in),
        each.required ? code`yes` : code`no`,
        markdownProse(each.description?.text ?? ''),
      ]),
    ),
    ...section(
      code`Request body`,
      [code`Media type`, code`Type`],
      (request?.contents ?? []).map((content) => [
        code`\`${markdownCode(content.mediaType)}\``,
        code`\`${markdownCode(content.codec)}\``,
      ]),
    ),
    ...section(
      code`Responses`,
      [code`Status`, code`Media types`, code`Description`],
      outcomes.map((outcome) => [
        statusOf(outcome),
        join(
          outcome.contents.map(({ mediaType }) => code`\`${markdownCode(mediaType)}\``),
          ', ',
        ),
        markdownProse(outcome.description.text),
      ]),
    ),
  ];
  return { kind: 'text', path, text: code`${join(sections, '\n\n')}\n` };
}

function nameOf({ function: { name } }: OperationPlan): Code {
  return identifier(name);
}

function statusOf({ when }: Outcome): Code {
  return 'status' in when ? markdownCode(String(when.status)) : code`result`;
}

function section(
  title: Code,
  head: readonly Code[],
  rows: readonly (readonly Code[])[],
): readonly Code[] {
  if (rows.length === 0) return [];
  const row = (cells: readonly Code[]): Code => code`| ${joined(cells)} |`;
  const lines = [row(head), row(head.map(() => code`---`)), ...rows.map(row)];
  return [code`## ${title}`, join(lines, '\n')];
}

function joined(cells: readonly Code[]): Code {
  return cells.reduce((sum, cell) => code`${sum} | ${cell}`);
}

/** One thing that the specification says: where it stands, and which of the statements there it is, counted from 1. */
export interface Statement {
  /** Number of the section, such as `2.1`. */
  readonly section: string;
  /** The row, item or paragraph of the section. */
  readonly anchor: string;
  readonly number: number;
  readonly text: string;
}

/**
 * The statements of the sections 1 to 9 of a specification in Markdown, in their order.
 *
 * A row of a table is found by the first code span of its first cell, or by the path and each method where the table
 * lists endpoints, or by its date; a row without any of these by its number (`row 3`). Items of a list and paragraphs
 * are numbered (`item 2`, `text 1`); a point below an item is `item 4.1`. A row states what its type and necessity say
 * together, and what each sentence of every other cell says. Sentences end at a full stop or a semicolon; one that ends
 * with a colon only announces what follows and is no statement.
 */
export function statementsOf(page: string): readonly Statement[] {
  return sectionsOf(page).flatMap(({ section, lines }) => {
    const seen = new Map<string, number>();
    return blocksOf(lines).flatMap(({ anchor, texts }) => {
      const times = (seen.get(anchor) ?? 0) + 1;
      seen.set(anchor, times);
      const own = times === 1 ? anchor : `${anchor} (${times})`;
      return texts.map((text, index) => ({ section, anchor: own, number: index + 1, text }));
    });
  });
}

interface Block {
  readonly anchor: string;
  readonly texts: readonly string[];
}

function sectionsOf(page: string): readonly { section: string; lines: readonly string[] }[] {
  const parts = page.split(/^#{2,3} (?=\d)/m).slice(1);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { section: /^[\d.]*\d/.exec(title)?.[0] ?? '', lines };
  });
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let header: readonly string[] | undefined;
  let rows = 0;
  let paragraphs = 0;
  let item = '';
  let points = 0;
  for (const line of lines) {
    const cells = cellsOf(line);
    const [, number, heading = ''] = /^(\d+)\. (.*)/.exec(line) ?? [];
    const [, point] = /^ +- (.*)/.exec(line) ?? [];
    if (cells === undefined) header = undefined;
    if (cells !== undefined && header === undefined) header = cells;
    else if (cells !== undefined && header !== undefined) {
      if (/^-+$/.test(cells[0] ?? '')) continue;
      rows++;
      blocks.push(...rowsOf(header, cells, `row ${rows}`));
    } else if (number !== undefined) {
      item = number;
      points = 0;
      blocks.push({ anchor: `item ${item}`, texts: sentencesOf(heading) });
    } else if (point !== undefined) {
      points++;
      blocks.push({ anchor: `item ${item}.${points}`, texts: sentencesOf(point) });
    } else if (line.trim() !== '') {
      const texts = sentencesOf(line);
      if (texts.length > 0) blocks.push({ anchor: `text ${++paragraphs}`, texts });
    }
  }
  return blocks;
}

function cellsOf(line: string): readonly string[] | undefined {
  if (!line.startsWith('|')) return undefined;
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

/** The statements of one row; a row about several endpoints is a block for each. */
function rowsOf(
  header: readonly string[],
  cells: readonly string[],
  ordinal: string,
): readonly Block[] {
  const column = (name: string): string => cells[header.indexOf(name)] ?? '';
  const named = /^(Method|Part|Date)$/.test(header[0] ?? '') ? 2 : 1;
  const typed = [column('Type'), column('Required')].filter((cell) => cell !== '').join(', ');
  const rest = cells.filter(
    (_, index) => index >= named && !/^(Type|Required)$/.test(header[index] ?? ''),
  );
  const texts = [...(typed === '' ? [] : [typed]), ...rest.flatMap(sentencesOf)];
  if (header[0] === 'Date') {
    return [{ anchor: column('Date'), texts: cells.slice(1).flatMap(sentencesOf) }];
  }
  if (header[0] === 'Method') return endpointsOf(column('Method'), column('Path'), texts, ordinal);
  const [name] = codeSpansOf(cells[named - 1] ?? '');
  return [{ anchor: name ?? ordinal, texts }];
}

function endpointsOf(
  method: string,
  path: string,
  texts: readonly string[],
  ordinal: string,
): readonly Block[] {
  const methods = method.match(/\b(GET|POST|PUT|DELETE)\b/g) ?? [];
  const paths = codeSpansOf(path).map((span) => span.replace(/^\{\w+\}/, ''));
  if (paths.length === 0) return [{ anchor: ordinal, texts }];
  const odd = /^[A-Z, ]+$/.test(method) ? [] : [method];
  return paths.flatMap((each) =>
    methods.map((verb) => ({ anchor: `${verb} ${each}`, texts: [...odd, ...texts] })),
  );
}

function codeSpansOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
}

function sentencesOf(text: string): readonly string[] {
  // Text in code spans and in parentheses ends no sentence.
  const masked = text
    .replace(/`[^`]*`/g, (span) => 'x'.repeat(span.length))
    .replace(/\([^()]*\)/g, (aside) => 'x'.repeat(aside.length));
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of masked.matchAll(/[.;](?=\s|$)\s*/g)) {
    sentences.push(text.slice(start, index));
    start = index + end.length;
  }
  sentences.push(text.slice(start));
  return sentences.map((each) => each.trim()).filter((each) => each !== '' && !each.endsWith(':'));
}

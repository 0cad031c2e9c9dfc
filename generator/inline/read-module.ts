import { absolutePath, folderOf } from '../core/path.js';

/** A name that a module imports, or passes on from another module. */
export interface ForwardedName {
  /** Name in this module, or the one under which it is exported. */
  readonly name: string;
  /** Name in the other module. */
  readonly original: string;
  readonly isType: boolean;
  readonly specifier: string;
}

/** A declaration or another statement at the top of a module. */
export interface ModuleStatement {
  /** Text with the comments above it. */
  readonly text: string;
  /** Names that it declares. None for a statement that only does something. */
  readonly declares: readonly string[];
  /** True if other modules can import what it declares. */
  readonly isExported: boolean;
  /** Words of its code, among them every name that it uses. */
  readonly words: ReadonlySet<string>;
}

/** A module as statements. */
export interface ModuleText {
  /** Comment at the top of the file, which belongs to no statement. */
  readonly head: string;
  readonly imports: readonly ForwardedName[];
  /** Names that it passes on from other modules. */
  readonly forwards: readonly ForwardedName[];
  /** Modules whose exports it passes on entirely. */
  readonly stars: readonly string[];
  readonly statements: readonly ModuleStatement[];
}

/** Imports and exports with a specifier. They begin a line, unlike those in comments. */
const specified =
  /^(?<word>import|export)(?<type> type)?(?: (?<clause>[^'";]*?) from)? '(?<specifier>[^'\n]+)';?$/gmu;

/**
 * Reads a module of the runtime. Its statements are found by the layout of the formatter: each begins
 * at the start of a line, and its other lines are indented or close a bracket. A test compares the
 * result with that of a parser, for every module.
 */
export function readModule(text: string): ModuleText {
  const links = readLinks(text);
  const imports = links.flatMap(({ word, names }) => (word === 'import' ? names : []));
  const forwards = links.flatMap(({ word, names }) => (word === 'export' ? names : []));
  const stars = links.flatMap(({ word, names, specifier }) =>
    word === 'export' && names.length === 0 ? specifier : [],
  );
  const first = links.length === 0 ? 0 : text.search(specified);
  const head = first > 0 ? text.slice(0, first).trim() : '';
  const body = text.slice(first > 0 ? first : 0).replaceAll(specified, '');
  return { head, imports, forwards, stars, statements: readStatements(body) };
}

/** A statement that refers to another module. */
export interface ModuleLink {
  readonly word: 'import' | 'export';
  readonly specifier: string;
  /** Offset of the specifier in the text, without its quotation mark. */
  readonly start: number;
  /** Empty if the statement is about everything in the other module. */
  readonly names: readonly ForwardedName[];
}

/** Reads the statements of a module, or of an example in Markdown, that refer to another module. */
export function readLinks(text: string): readonly ModuleLink[] {
  return [...text.matchAll(specified)].map((match) => {
    const { word, type, clause, specifier = '' } = match.groups ?? {};
    return {
      word: word === 'import' ? 'import' : 'export',
      specifier,
      start: match.index + match[0].lastIndexOf(specifier),
      names: namesIn(clause ?? '', specifier, type !== undefined),
    };
  });
}

/** Names in the braces of a clause. None for a namespace. */
function namesIn(clause: string, specifier: string, isTypeOnly: boolean): readonly ForwardedName[] {
  const [, list = ''] = /^\{([^}]*)\}$/u.exec(clause.trim()) ?? [];
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [original = '', name = original] = each.replace(/^type /u, '').split(' as ');
      return { name, original, isType: isTypeOnly || each.startsWith('type '), specifier };
    });
}

function readStatements(body: string): readonly ModuleStatement[] {
  const texts: string[] = [];
  let comment = '';
  for (const line of body.split('\n')) {
    const continues = /^(?:[\s})\]>|]|$)/u.test(line);
    if (/^\/[/*]/u.test(line) || (comment !== '' && continues && !comment.endsWith('\n\n'))) {
      comment += `${line}\n`;
    } else if (continues) {
      if (texts.length > 0) texts.push(`${texts.pop()}\n${line}`);
    } else {
      texts.push(comment + line);
      comment = '';
    }
  }
  return texts.map((text) => readStatement(text.trimEnd()));
}

function readStatement(text: string): ModuleStatement {
  const code = text
    .replaceAll(/^[ \t]*\/\*[^]*?\*\//gmu, '')
    .replaceAll(/^[ \t]*\/\/.*$/gmu, '')
    .trim();
  return {
    text,
    declares: declaredNames(code),
    isExported: code.startsWith('export '),
    words: new Set(code.match(/(?<!(?<!\.\.)\.)[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)),
  };
}

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (?<pattern>[[{][^=]*?[\]}]|[\p{ID_Continue}$]+)/u;

function declaredNames(code: string): readonly string[] {
  const { pattern = '' } = declaration.exec(code)?.groups ?? {};
  return pattern.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
}

/** Path of the module that a relative specifier refers to, whatever extension it has. */
export function targetOf(path: string, specifier: string): string {
  const target = absolutePath(`/${folderOf(path)}`, specifier).slice(1);
  return `${target.replace(/\.[jt]s$/u, '')}.ts`;
}

import { baseName, folderOf } from '../core/path.js';
import type { Tsconfig } from './tsconfig.js';

/** Whether a project has a file of TypeScript: by its list, or by its patterns, unless it excludes it. */
export function includes(project: Tsconfig, path: string): boolean {
  const { files, options } = project;
  if (files?.includes(path) === true) return true;
  const folder = folderOf(project.path);
  const include = project.include ?? (files === undefined ? [`${folder}/**/*`] : []);
  const output = options['outDir'];
  const usual = ['node_modules', 'bower_components', 'jspm_packages'].map(
    (name) => `${folder}/**/${name}`,
  );
  const exclude = project.exclude ?? [
    ...usual,
    ...(typeof output === 'string' ? [`${folder}/${output.replace(/^\.\//u, '')}`] : []),
  ];
  return (
    include.some((pattern) => expressionOf(filesOf(pattern), '$').test(path)) &&
    !exclude.some((pattern) => expressionOf(pattern, '(?:/|$)').test(path))
  );
}

/** A pattern whose last part is a plain name means all that lies in a folder of that name. */
function filesOf(pattern: string): string {
  return /[.*?]/u.test(baseName(pattern)) ? pattern : `${pattern}/**/*`;
}

/** `?` is a character, `*` are some, and `**` any folders. What a pattern of exclusion means may be a folder. */
function expressionOf(pattern: string, end: '$' | '(?:/|$)'): RegExp {
  const text = pattern
    .replace(/[\\^$.+()[\]{}|]/gu, '\\$&')
    .replace(/\*\*\/|\/\*\*$|\*|\?/gu, (found) => wildcards[found] ?? '');
  return new RegExp(`^${text}${end}`, 'u');
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '/**': '(?:/.*)?',
  '*': '[^/]*',
  '?': '[^/]',
};

import { baseName, folderOf } from '../core/path.js';
import type { Tsconfig } from './tsconfig.js';

/** True if a project includes a TypeScript file, by its list or its patterns, and does not exclude it. */
export function includes(project: Tsconfig, path: string): boolean {
  const { files, options } = project;
  if (files?.includes(path) === true) return true;
  const folder = folderOf(project.path);
  const include = project.include ?? (files === undefined ? [`${folder}/**/*`] : []);
  const output = options['outDir'];
  const defaultExclusions = ['node_modules', 'bower_components', 'jspm_packages'].map(
    (name) => `${folder}/**/${name}`,
  );
  const exclude = project.exclude ?? [
    ...defaultExclusions,
    ...(typeof output === 'string' ? [`${folder}/${output.replace(/^\.\//u, '')}`] : []),
  ];
  return (
    include.some((pattern) => compilePattern(filePattern(pattern), '$').test(path)) &&
    !exclude.some((pattern) => compilePattern(pattern, '(?:/|$)').test(path))
  );
}

/** A pattern whose last segment is a plain name matches all files in that folder. */
function filePattern(pattern: string): string {
  return /[.*?]/u.test(baseName(pattern)) ? pattern : `${pattern}/**/*`;
}

/** Compiles a pattern: `?` matches a character, `*` several, and `**` any folders. A pattern of an exclusion may match a folder. */
function compilePattern(pattern: string, end: '$' | '(?:/|$)'): RegExp {
  const text = pattern
    .replace(/[\\^$.+()[\]{}|]/gu, '\\$&')
    .replace(/\*\*\/|\/\*\*$|\*|\?/gu, (wildcard) => wildcards[wildcard] ?? '');
  return new RegExp(`^${text}${end}`, 'u');
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '/**': '(?:/.*)?',
  '*': '[^/]*',
  '?': '[^/]',
};

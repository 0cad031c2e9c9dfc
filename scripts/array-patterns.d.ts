import type { Plugin } from 'esbuild';

export function withoutArrayPatterns(text: string, path?: string): string;

export const esbuildArrayPatterns: Plugin;

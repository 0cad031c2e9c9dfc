import { defineError, type DiagnosticType } from '../core/diagnostic.js';

/** A repository in a state in which nothing can be released. */
export const releaseRepository: DiagnosticType<{
  git: void;
  none: void;
  host: void;
  empty: void;
  detached: void;
  changed: { files: string };
  ignored: void;
  untagged: { name: string };
  shallow: { name: string };
  other: { name: string; tag: string };
  refused: { message: string };
}> = defineError('release-repository', {
  git: () => 'git is not installed, and a release is a commit with a tag',
  none: () => 'this folder is in no git repository, and a release is a commit with a tag',
  host: () => 'the host has no version control',
  empty: () => 'the repository has no commit yet',
  detached: () => 'no branch is checked out, so that the commit of the release would be on none',
  changed: ({ files }) => `the working tree has changes that are not committed: ${files}`,
  ignored: () => 'git ignores this folder, so that its changelog would be lost',
  untagged: ({ name }) =>
    `the changelog lists releases of "${name}", but the repository has no tag of one`,
  shallow: ({ name }) => `the last release of "${name}" is unknown, because this clone is shallow`,
  other: ({ name, tag }) =>
    `"${name}" was released as "${tag}" on another branch, and this one does not contain it`,
  refused: ({ message }) => `git refuses: ${message}`,
});

/** A version that cannot be released. */
export const releaseVersion: DiagnosticType<{
  low: { name: string; version: string; since: string; needed: string; reason: string };
  older: { name: string; version: string; last: string };
  taken: { tag: string };
}> = defineError('release-version', {
  low: ({ name, version, since, needed, reason }) =>
    `"${name}" cannot be released as ${version} after ${since}, but as ${needed}, because ${reason}`,
  older: ({ name, version, last }) =>
    `the version ${version} of "${name}" is not after its last release, ${last}`,
  taken: ({ tag }) => `the tag "${tag}" already exists, and this branch does not contain it`,
});

/** A config file in which a version cannot be set. */
export const releaseConfig: DiagnosticType<{
  module: { name: string; version: string };
  default: { name: string };
}> = defineError('release-config', {
  module: ({ name, version }) =>
    `the version of "${name}" cannot be set to ${version}, because the config file is a program`,
  default: ({ name }) => `the version of "${name}" cannot be set in this file`,
});

/** A changelog to which no release can be added. */
export const invalidChangelog: DiagnosticType<{
  encoding: void;
  conflict: void;
  unreleased: void;
  version: { version: string };
}> = defineError('invalid-changelog', {
  encoding: () => 'the changelog is not a text in UTF-8',
  conflict: () => 'the changelog has a conflict of a merge',
  unreleased: () => 'the changelog has a second section of unreleased changes',
  version: ({ version }) => `the changelog already has a section for ${version}`,
});

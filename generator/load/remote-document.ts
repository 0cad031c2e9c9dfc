import type { DiagnosticType, Sentence } from '../core/diagnostic.js';
import { defineError } from '../core/diagnostic.js';

/** A remote document that differs from its lock, or a lock that cannot be read. */
export const changedReference: DiagnosticType<{
  copy: { url: string; copy: string; lock: string };
  lock: { url: string; lock: string };
  content: { url: string; lock: string };
}> = defineError('changed-reference', {
  copy: ({ url, copy, lock }) =>
    `the copy of "${url}" in "${copy}" does not have the digest that "${lock}" contains`,
  lock: ({ url, lock }) => `"${lock}" is not a lock, so the content of "${url}" is unknown`,
  content: ({ url, lock }) =>
    `the document at "${url}" does not have the digest that "${lock}" contains`,
});

/** A remote document that was not fetched yet. */
export const unlockedReference: DiagnosticType<{
  default: void;
  lock: { url: string; lock: string };
  copy: { url: string; folder: string };
}> = defineError('unlocked-reference', {
  default: () => 'remote documents are fetched by "tallystick generate" first',
  lock: ({ url, lock }) =>
    `"${url}" is not in "${lock}", and only "tallystick generate" fetches documents`,
  copy: ({ url, folder }) =>
    `the copy of "${url}" is not in "${folder}", and only "tallystick generate" fetches documents`,
});

/** A remote document that cannot be fetched. */
export const unreachableReference: DiagnosticType<{ default: { url: string; reason: string } }> =
  defineError('unreachable-reference', {
    default: ({ url, reason }) => `"${url}" cannot be read: ${reason}`,
  });

/** The state of a remote document while a description is read. */
export type RemoteDocument =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      /** Absolute path of the local copy. */
      readonly copy: string;
    }
  /** The document is being fetched. The caller continues without it, and reads everything again once it has arrived. */
  | { readonly kind: 'awaited' }
  /** The document is not available. The members form a diagnostic. */
  | {
      readonly kind: 'refused';
      readonly sentence: Sentence;
      readonly hint?: string;
    };

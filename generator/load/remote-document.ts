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
      readonly code: 'changed-reference' | 'unlocked-reference' | 'unreachable-reference';
      readonly message: string;
      readonly hint?: string;
    };

/** What is known of a document of the network while a description is read. */
export type RemoteDocument =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      /** The absolute path of the file that the bytes are kept in. */
      readonly copy: string;
    }
  /** It is on its way: whoever asked goes on without it, and reads everything again when it is there. */
  | { readonly kind: 'awaited' }
  /** There is none, and a diagnostic says why. */
  | {
      readonly kind: 'refused';
      readonly code: 'changed-reference' | 'unlocked-reference' | 'unreachable-reference';
      readonly message: string;
      readonly hint?: string;
    };

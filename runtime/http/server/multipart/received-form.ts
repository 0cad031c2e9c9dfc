/**
 * A form as a handler gets it: every part that is bytes is a `File`, which has the name and the type that its sender gave, whatever a client
 * may have given.
 *
 * @example ReceivedForm<{ readonly photo: Uint8Array | Blob }> is { readonly photo: File }
 */
export type ReceivedForm<Form> = { readonly [Name in keyof Form]: ReceivedPart<Form[Name]> };

/** A part, or those of a list. */
type ReceivedPart<Part> = Part extends Uint8Array
  ? never
  : Part extends Blob
    ? File
    : Part extends readonly unknown[]
      ? { readonly [Index in keyof Part]: ReceivedPart<Part[Index]> }
      : Part;

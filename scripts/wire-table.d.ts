/** Creates the page with the coverage of the wire suite. */
export declare function wireTable(): string;

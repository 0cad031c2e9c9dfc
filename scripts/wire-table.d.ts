/** What the wire suite covers, as a page. */
export declare function wireTable(): string;

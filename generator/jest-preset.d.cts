export declare const moduleNameMapper: Record<string, string[]>;
export declare const transform: Record<string, [string, object]>;

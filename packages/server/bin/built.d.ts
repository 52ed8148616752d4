export declare const BUILDS: string;
export declare const CURRENT: string;
export declare const SOURCES: readonly string[];
export declare function builtProgram(): string | null;
export declare function sourcesNow(): string;

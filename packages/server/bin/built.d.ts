export declare const BUILDS: string;
export declare const CURRENT: string;
export declare function builtProgram(): string | null;

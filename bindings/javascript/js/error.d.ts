/** An exception of vectru, with the message of the Rust library: what was expected and found. */
export class VectruError extends Error {
    constructor(kind: string, message: string);
    /** The reason: a variant of Rust's `ErrorKind`, such as "Length"; "Generator"; or "Freed". */
    readonly kind: string;
}

/** An exception of vectru, with the message of the Rust library: what was expected and found. */
export class VectruError extends Error {
    constructor(kind, message) {
        super(message);
        this.name = "VectruError";
        this.kind = kind;
    }
}

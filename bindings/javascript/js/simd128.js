// True if this engine has vectors of 128 bits: it accepts a module whose function returns one.

export const simd128 = WebAssembly.validate(
    new Uint8Array([
        // The magic number "\0asm", and version 1.
        0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
        // Section 1, of types, in 5 bytes: one, of a function of nothing that returns a v128.
        0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,
        // Section 3, of functions, in 2 bytes: one, of type 0.
        0x03, 0x02, 0x01, 0x00,
        // Section 10, of code, in 8 bytes: one body of 6 bytes without locals, with i32.const 0,
        // i8x16.splat and end.
        0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b,
    ]),
);

// The classes of the package: those of the glue, whose objects keep their pointers to themselves,
// refuse to be used after `free()`, and are not cloned. The manifest lists this module as one with
// effects, as bundlers would leave it out in favour of the glue.

import { VectruError } from "./error.js";
import { Mechanism, PublicKey, SecretKey } from "./glue.js";

/** Where each object is in the memory of WebAssembly: 0 if it was freed. */
const pointers = new WeakMap();

/** Hides what the glue keeps in its objects of a class. `set` returns the name of an object's set. */
function guard(name, { prototype }, set) {
    const { free } = prototype;

    // The glue reads the property to use an object, and sets it when it makes or frees one.
    Object.defineProperty(prototype, "__wbg_ptr", {
        get() {
            const pointer = pointers.get(this);
            if (!pointer) {
                throw new VectruError("Freed", `${name}: expected one that is in use, found one that was freed`);
            }
            return pointer;
        },
        set(pointer) {
            if (!pointers.has(this)) {
                // A clone would be an object without a key. Symbols cannot be cloned, and the error
                // of `structuredClone` and `postMessage` has this one's words. Each object has its
                // own, so that two keys are not equal by their properties.
                const value = Symbol(`a ${name} of vectru is not cloned: send the bytes of toBytes()`);
                Object.defineProperty(this, "notCloned", { value, enumerable: true });
            }
            pointers.set(this, pointer);
        },
    });

    const isFreed = (object) => pointers.get(object) === 0;
    const methods = {
        free() {
            if (!isFreed(this)) {
                free.call(this);
            }
        },
        toJSON() {
            return isFreed(this) ? { class: name, freed: true } : { class: name, set: set(this) };
        },
        // `console.log` shows this in Node.js and Deno.
        [Symbol.for("nodejs.util.inspect.custom")]() {
            return `[${name} ${isFreed(this) ? "freed" : set(this)}]`;
        },
    };
    if (Symbol.dispose) {
        methods[Symbol.dispose] = methods.free;
    }
    for (const key of Reflect.ownKeys(methods)) {
        Object.defineProperty(prototype, key, { value: methods[key], configurable: true, writable: true });
    }
}

guard("Mechanism", Mechanism, (mechanism) => mechanism.name);
guard("PublicKey", PublicKey, (key) => key.set);
guard("SecretKey", SecretKey, (key) => key.set);

export { Mechanism, PublicKey, SecretKey };

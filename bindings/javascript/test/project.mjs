// A new project with the package as npm packs and installs it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, vectru } from "./support.mjs";

/** The folder of the package's source, and of the programs that its tests run. */
export const source = fileURLToPath(new URL("bindings/javascript/", root));

/** A project in a folder of its own. */
export class Project {
    folder = mkdtempSync(join(tmpdir(), "vectru-npm-"));
    installed = join(this.folder, "node_modules", "vectru");
    tarball;

    /** Packs the package, and installs it. */
    install() {
        const [{ filename }] = JSON.parse(this.run("npm", "pack", "--json", "--pack-destination", this.folder, source));
        this.tarball = join(this.folder, filename);
        this.write("package.json", '{ "type": "module", "private": true }');
        this.run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", this.tarball);
    }

    /** Runs a program in the folder, and returns its output. */
    run(program, ...args) {
        return execFileSync(program, args, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    }

    write(file, text) {
        writeFileSync(join(this.folder, file), text);
    }

    /** Compiles a program by a compiler of TypeScript as strictly as it can; throws if it is refused. */
    compile(tsc, program) {
        this.write("program.ts", program);
        const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
        return this.run(tsc, ...options, "--target", "es2022", "--module", "nodenext", "program.ts");
    }

    remove() {
        rmSync(this.folder, { recursive: true });
    }
}

/** A program with the types of the package, which a compiler accepts. */
export const rightProgram = `
    import { Mechanism, PublicKey, SecretKey, VectruError, type Description, type Encapsulation } from "vectru";
    import { ${vectru.setNames().join(", ")} } from "vectru";
    const all: Mechanism[] = [${vectru.setNames().join(", ")}];
    const key: SecretKey = all[0]!.generate();
    const publicKey: PublicKey = key.publicKey();
    const { ciphertext, secret }: Encapsulation = publicKey.encapsulate();
    const received: Uint8Array = key.decapsulate(ciphertext);
    // The web's functions take bytes that no other thread shares.
    await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
    await crypto.subtle.importKey("raw", key.decapsulate(ciphertext), "AES-GCM", false, ["encrypt"]);
    await fetch("https://example.org/", { method: "POST", body: ciphertext });
    await fetch("https://example.org/", { method: "POST", body: publicKey.toBytes() });
    const blob = new Blob([key.toBytes()]);
    const { class: name, set }: Description = key.toJSON();
    try {
        sntrup761.publicKeyFromBytes(secret);
    } catch (error) {
        if (error instanceof VectruError) {
            const kind: string = error.kind;
        }
    }
    key.free();
    publicKey[Symbol.dispose]();
`;

/** Programs that a compiler refuses. */
export const wrongPrograms = [
    'import { sntrup762 } from "vectru";',
    'import { saber } from "vectru"; saber.publicKeyFromBytes("bytes");',
    'import { saber } from "vectru"; const bytes: string = saber.generate().toBytes();',
    'import { saber } from "vectru"; saber.generate().encapsulate();',
    'import { initSync } from "vectru";',
];

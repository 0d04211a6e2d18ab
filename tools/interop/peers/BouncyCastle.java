import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.SecretWithEncapsulation;
import org.bouncycastle.pqc.crypto.ntru.*;
import org.bouncycastle.pqc.crypto.ntruprime.*;
import org.bouncycastle.pqc.crypto.saber.*;

/**
 * BouncyCastle's side of tools/run test-interop: java BouncyCastle start|finish FOLDER. The
 * files are described there.
 *
 * BouncyCastle 1.86 decapsulates a ciphertext that it rejects to another secret than the
 * specification of NTRU Prime, so only ciphertexts of honest encapsulations are exchanged.
 */
public final class BouncyCastle {
    /** A parameter set over bytes. */
    interface Mechanism {
        /** Returns a public and a secret key. */
        byte[][] generate();

        SecretWithEncapsulation encapsulate(byte[] publicKey);

        byte[] decapsulate(byte[] secretKey, byte[] ciphertext);
    }

    static final SecureRandom RANDOM = new SecureRandom();

    /** Cuts bytes into parts of the given lengths. They must be all bytes. */
    static byte[][] split(byte[] bytes, int... lengths) {
        byte[][] parts = new byte[lengths.length][];
        int from = 0;
        for (int i = 0; i < lengths.length; i++) {
            parts[i] = Arrays.copyOfRange(bytes, from, from + lengths[i]);
            from += lengths[i];
        }
        if (from != bytes.length) {
            throw new IllegalArgumentException("expected a secret key of " + from + " bytes, found " + bytes.length);
        }
        return parts;
    }

    static Mechanism streamlined(SNTRUPrimeParameters set) {
        return new Mechanism() {
            public byte[][] generate() {
                SNTRUPrimeKeyPairGenerator generator = new SNTRUPrimeKeyPairGenerator();
                generator.init(new SNTRUPrimeKeyGenerationParameters(RANDOM, set));
                AsymmetricCipherKeyPair pair = generator.generateKeyPair();
                return new byte[][] {
                    ((SNTRUPrimePublicKeyParameters) pair.getPublic()).getEncoded(),
                    ((SNTRUPrimePrivateKeyParameters) pair.getPrivate()).getEncoded()
                };
            }

            public SecretWithEncapsulation encapsulate(byte[] publicKey) {
                return new SNTRUPrimeKEMGenerator(RANDOM)
                        .generateEncapsulated(new SNTRUPrimePublicKeyParameters(set, publicKey));
            }

            public byte[] decapsulate(byte[] secretKey, byte[] ciphertext) {
                int small = (set.getP() + 3) / 4;
                byte[][] parts = split(secretKey, small, small, set.getPublicKeyBytes(), small, 32);
                return new SNTRUPrimeKEMExtractor(new SNTRUPrimePrivateKeyParameters(
                                set, parts[0], parts[1], parts[2], parts[3], parts[4]))
                        .extractSecret(ciphertext);
            }
        };
    }

    static Mechanism lprime(NTRULPRimeParameters set) {
        return new Mechanism() {
            public byte[][] generate() {
                NTRULPRimeKeyPairGenerator generator = new NTRULPRimeKeyPairGenerator();
                generator.init(new NTRULPRimeKeyGenerationParameters(RANDOM, set));
                AsymmetricCipherKeyPair pair = generator.generateKeyPair();
                return new byte[][] {
                    ((NTRULPRimePublicKeyParameters) pair.getPublic()).getEncoded(),
                    ((NTRULPRimePrivateKeyParameters) pair.getPrivate()).getEncoded()
                };
            }

            public SecretWithEncapsulation encapsulate(byte[] publicKey) {
                return new NTRULPRimeKEMGenerator(RANDOM)
                        .generateEncapsulated(new NTRULPRimePublicKeyParameters(set, publicKey));
            }

            public byte[] decapsulate(byte[] secretKey, byte[] ciphertext) {
                byte[][] parts = split(secretKey, (set.getP() + 3) / 4, set.getPublicKeyBytes(), 32, 32);
                return new NTRULPRimeKEMExtractor(
                                new NTRULPRimePrivateKeyParameters(set, parts[0], parts[1], parts[2], parts[3]))
                        .extractSecret(ciphertext);
            }
        };
    }

    static Mechanism ntru(NTRUParameters set) {
        return new Mechanism() {
            public byte[][] generate() {
                NTRUKeyPairGenerator generator = new NTRUKeyPairGenerator();
                generator.init(new NTRUKeyGenerationParameters(RANDOM, set));
                AsymmetricCipherKeyPair pair = generator.generateKeyPair();
                return new byte[][] {
                    ((NTRUPublicKeyParameters) pair.getPublic()).getEncoded(),
                    ((NTRUPrivateKeyParameters) pair.getPrivate()).getEncoded()
                };
            }

            public SecretWithEncapsulation encapsulate(byte[] publicKey) {
                return new NTRUKEMGenerator(RANDOM).generateEncapsulated(new NTRUPublicKeyParameters(set, publicKey));
            }

            public byte[] decapsulate(byte[] secretKey, byte[] ciphertext) {
                return new NTRUKEMExtractor(new NTRUPrivateKeyParameters(set, secretKey)).extractSecret(ciphertext);
            }
        };
    }

    static Mechanism saber(SABERParameters set) {
        return new Mechanism() {
            public byte[][] generate() {
                SABERKeyPairGenerator generator = new SABERKeyPairGenerator();
                generator.init(new SABERKeyGenerationParameters(RANDOM, set));
                AsymmetricCipherKeyPair pair = generator.generateKeyPair();
                return new byte[][] {
                    ((SABERPublicKeyParameters) pair.getPublic()).getEncoded(),
                    ((SABERPrivateKeyParameters) pair.getPrivate()).getEncoded()
                };
            }

            public SecretWithEncapsulation encapsulate(byte[] publicKey) {
                return new SABERKEMGenerator(RANDOM).generateEncapsulated(new SABERPublicKeyParameters(set, publicKey));
            }

            public byte[] decapsulate(byte[] secretKey, byte[] ciphertext) {
                return new SABERKEMExtractor(new SABERPrivateKeyParameters(set, secretKey)).extractSecret(ciphertext);
            }
        };
    }

    /**
     * Returns a parameter set by its name, which is that of a constant in BouncyCastle. The names
     * of Saber's sets also have the length of the shared secret there.
     */
    static Mechanism mechanism(String name) throws ReflectiveOperationException {
        if (name.startsWith("sntrup")) {
            return streamlined((SNTRUPrimeParameters) SNTRUPrimeParameters.class.getField(name).get(null));
        }
        if (name.startsWith("ntrulpr")) {
            return lprime((NTRULPRimeParameters) NTRULPRimeParameters.class.getField(name).get(null));
        }
        if (name.endsWith("saber")) {
            return saber((SABERParameters) SABERParameters.class.getField(name + "kem256r3").get(null));
        }
        return ntru((NTRUParameters) NTRUParameters.class.getField(name).get(null));
    }

    static byte[] read(Path folder, String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    static void start(Mechanism mechanism, Path round) throws IOException {
        byte[][] pair = mechanism.generate();
        Files.write(round.resolve("theirs.pk"), pair[0]);
        Files.write(round.resolve("theirs.sk"), pair[1]);
        SecretWithEncapsulation sent = mechanism.encapsulate(read(round, "ours.pk"));
        Files.write(round.resolve("theirs.ct"), sent.getEncapsulation());
        Files.write(round.resolve("theirs.sent"), sent.getSecret());
    }

    static void finish(Mechanism mechanism, Path round) throws IOException {
        byte[] received = mechanism.decapsulate(read(round, "theirs.sk"), read(round, "ours.ct"));
        Files.write(round.resolve("theirs.received"), received);
        byte[] loaded = mechanism.decapsulate(read(round, "ours.sk"), read(round, "theirs.ct"));
        Files.write(round.resolve("theirs.loaded"), loaded);
    }

    static Path[] children(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toArray(Path[]::new);
        }
    }

    public static void main(String[] arguments) throws Exception {
        String step = arguments[0].toLowerCase(Locale.ROOT);
        for (Path set : children(Path.of(arguments[1]))) {
            Mechanism mechanism = mechanism(set.getFileName().toString());
            for (Path round : children(set)) {
                switch (step) {
                    case "start":
                        start(mechanism, round);
                        break;
                    case "finish":
                        finish(mechanism, round);
                        break;
                    default:
                        throw new IllegalArgumentException("expected start or finish, found " + step);
                }
            }
        }
    }
}

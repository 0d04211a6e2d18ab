// Key files of BouncyCastle and of vectru, by the provider interface of Java. tools/run
// test-key-files runs it, with BouncyCastle's library on the class path:
//
//   meet DIRECTORY SET...   For each set: reads SET.pk.der, which BouncyCastle must write alike,
//                           and encapsulates to it (SET.ct, SET.ss). Reads SET.sk.der, which it
//                           must write alike. Makes a key pair of its own (SET.bc.pk.der,
//                           SET.bc.sk.der).
//   part DIRECTORY SET...   For each set: decapsulates SET.bc.ct with its own secret key, which
//                           must give SET.bc.ss; and SET.ct with vectru's, which must give SET.ss.

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.KeyGenerator;
import org.bouncycastle.jcajce.SecretKeyWithEncapsulation;
import org.bouncycastle.jcajce.spec.KEMExtractSpec;
import org.bouncycastle.jcajce.spec.KEMGenerateSpec;
import org.bouncycastle.pqc.jcajce.provider.BouncyCastlePQCProvider;
import org.bouncycastle.pqc.jcajce.spec.NTRULPRimeParameterSpec;
import org.bouncycastle.pqc.jcajce.spec.NTRUParameterSpec;
import org.bouncycastle.pqc.jcajce.spec.SABERParameterSpec;
import org.bouncycastle.pqc.jcajce.spec.SNTRUPrimeParameterSpec;

final class KeyFiles {
    private static final String PROVIDER = "BCPQC";

    public static void main(String[] arguments) throws Exception {
        Security.addProvider(new BouncyCastlePQCProvider());
        Path directory = Path.of(arguments[1]);
        for (String set : Arrays.copyOfRange(arguments, 2, arguments.length)) {
            KeyFiles files = new KeyFiles(directory, set);
            if (arguments[0].equals("meet")) {
                files.meet();
            } else {
                files.part();
            }
        }
    }

    private final Path directory;
    private final String set;
    private final String algorithm;

    private KeyFiles(Path directory, String set) {
        this.directory = directory;
        this.set = set;
        algorithm = set.startsWith("sntrup") ? "SNTRUPrime"
            : set.startsWith("ntrulpr") ? "NTRULPRime"
            : set.endsWith("saber") ? "SABER" : "NTRU";
    }

    private void meet() throws Exception {
        byte[] document = read("pk.der");
        KeyFactory factory = KeyFactory.getInstance(algorithm, PROVIDER);
        PublicKey publicKey = factory.generatePublic(new X509EncodedKeySpec(document));
        compare("public key as BouncyCastle writes it", document, publicKey.getEncoded());
        SecretKeyWithEncapsulation sent = encapsulate(publicKey);
        write("ct", sent.getEncapsulation());
        write("ss", sent.getEncoded());

        compare("secret key as BouncyCastle writes it", read("sk.der"), privateKey("sk.der").getEncoded());

        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm, PROVIDER);
        generator.initialize(parameters(), new SecureRandom());
        KeyPair pair = generator.generateKeyPair();
        write("bc.pk.der", pair.getPublic().getEncoded());
        write("bc.sk.der", pair.getPrivate().getEncoded());
    }

    private void part() throws Exception {
        compare("shared secret", read("bc.ss"), decapsulate(privateKey("bc.sk.der"), read("bc.ct")));
        compare("shared secret", read("ss"), decapsulate(privateKey("sk.der"), read("ct")));
    }

    private AlgorithmParameterSpec parameters() {
        switch (algorithm) {
            case "SNTRUPrime":
                return SNTRUPrimeParameterSpec.fromName(set);
            case "NTRULPRime":
                return NTRULPRimeParameterSpec.fromName(set);
            case "SABER":
                // The name also has the length of the shared secret.
                return SABERParameterSpec.fromName(set + "kem256r3");
            default:
                return NTRUParameterSpec.fromName(set);
        }
    }

    private PrivateKey privateKey(String name) throws Exception {
        return KeyFactory.getInstance(algorithm, PROVIDER).generatePrivate(new PKCS8EncodedKeySpec(read(name)));
    }

    private SecretKeyWithEncapsulation encapsulate(PublicKey key) throws Exception {
        KeyGenerator generator = KeyGenerator.getInstance(algorithm, PROVIDER);
        generator.init(new KEMGenerateSpec.Builder(key, "AES", 256).withNoKdf().build(), new SecureRandom());
        return (SecretKeyWithEncapsulation) generator.generateKey();
    }

    private byte[] decapsulate(PrivateKey key, byte[] ciphertext) throws Exception {
        KeyGenerator generator = KeyGenerator.getInstance(algorithm, PROVIDER);
        generator.init(new KEMExtractSpec.Builder(key, ciphertext, "AES", 256).withNoKdf().build());
        return ((SecretKeyWithEncapsulation) generator.generateKey()).getEncoded();
    }

    private byte[] read(String name) throws Exception {
        return Files.readAllBytes(directory.resolve(set + "." + name));
    }

    private void write(String name, byte[] bytes) throws Exception {
        Files.write(directory.resolve(set + "." + name), bytes);
    }

    private void compare(String what, byte[] expected, byte[] found) {
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException(set + ": " + what + ": expected " + expected.length + " bytes, found "
                + found.length + ", or other bytes");
        }
    }
}

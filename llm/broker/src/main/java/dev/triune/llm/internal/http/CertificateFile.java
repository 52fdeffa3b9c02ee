/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** A file of certificates that a client trusts in place of the system's. */
public final class CertificateFile {
    private CertificateFile() {}

    /** Reads certificates in PEM or DER; rejects a file that is unreadable or contains none. */
    static X509TrustManager trusting(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (all.isEmpty()) {
                throw invalid(file, "has no valid certificate");
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate : all) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
            TrustManagerFactory factory =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (IOException e) {
            throw invalid(file, "cannot be read");
        } catch (GeneralSecurityException e) {
            throw invalid(file, "has no valid certificate");
        }
    }

    /** Returns a context that trusts only what the manager trusts. */
    public static SSLContext context(X509TrustManager manager) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has TLS", e);
        }
    }

    private static IllegalArgumentException invalid(Path file, String what) {
        return new IllegalArgumentException(
                "CA file \"" + file + "\" " + what + " (expected certificates in PEM)");
    }
}

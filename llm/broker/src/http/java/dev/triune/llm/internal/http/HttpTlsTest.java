/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Custom certificates and custom HTTP clients. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpTlsTest extends ServerFixture {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path directory;

    @BeforeAll
    static void makeCertificates() throws Exception {
        makeCertificate("server", "san=dns:localhost,ip:127.0.0.1");
        makeCertificate("elsewhere", "san=dns:elsewhere.example");
    }

    /** Creates an untrusted self-signed certificate with the JDK's keytool. */
    private static void makeCertificate(String name, String names) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        names,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        directory.resolve(name + ".p12").toString())
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        String encoded = Base64.getMimeEncoder()
                .encodeToString(keys(name).getCertificate("server").getEncoded());
        Files.writeString(
                directory.resolve(name + ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n");
    }

    private static KeyStore keys(String name) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve(name + ".p12"))) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private HttpProvider.Builder secure() throws Exception {
        return secure("server");
    }

    private HttpProvider.Builder secure(String name) throws Exception {
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys(name), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server.setProtocols(List.of(Protocol.HTTP_1_1));
        server.useHttps(context.getSocketFactory());
        return HttpProvider.openAi(server.url("/v1").toString()).apiKey(KEY);
    }

    @Test
    void doesNotCallServersWithUntrustedCertificates() throws Exception {
        assertThat(broken(refusalOf(open(secure()), CALL)).code())
                .isEqualTo(FailureCode.UNREACHABLE);
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void doesNotCallServersWithTheCertificateOfAnotherHost() throws Exception {
        HttpProvider.Builder builder =
                secure("elsewhere").caCertificates(directory.resolve("elsewhere.pem"));
        assertThat(broken(refusalOf(open(builder), CALL)).code())
                .isEqualTo(FailureCode.UNREACHABLE);
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void callsServersWhoseCertificateIsInTheCaFile() throws Exception {
        HttpProvider.Builder builder = secure().caCertificates(directory.resolve("server.pem"));
        answer(HELLO + DONE);
        open(builder).start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void usesSocketFactoryAndTrustManagerOfAGivenClient() throws Exception {
        transport = HttpTransport.OKHTTP;
        var trusted = CertificateFile.trusting(directory.resolve("server.pem"));
        OkHttpClient client = new OkHttpClient.Builder()
                .sslSocketFactory(CertificateFile.context(trusted).getSocketFactory(), trusted)
                .build();
        HttpProvider.Builder builder = secure().client(client);
        answer(HELLO + DONE);
        open(builder).start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
    }

    @Test
    void rejectsFilesWithoutCertificatesByName() throws Exception {
        Path none = directory.resolve("none.pem");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path text = Files.writeString(directory.resolve("text.pem"), "hello");
        assertThatThrownBy(() -> builder().caCertificates(none))
                .hasMessage(
                        "CA file \"" + none + "\" cannot be read (expected certificates in PEM)");
        for (Path file : new Path[] {empty, text}) {
            assertThatThrownBy(() -> builder().caCertificates(file))
                    .hasMessage("CA file \"" + file
                            + "\" has no valid certificate (expected certificates in PEM)");
        }
    }

    @Test
    void customClientIsUsedWithoutRetriesOrRedirects() throws Exception {
        transport = HttpTransport.OKHTTP;
        AtomicInteger seen = new AtomicInteger();
        OkHttpClient client = new OkHttpClient.Builder()
                .followRedirects(true)
                .retryOnConnectionFailure(true)
                .addInterceptor(chain -> {
                    seen.incrementAndGet();
                    return chain.proceed(
                            chain.request().newBuilder().header("X-Trace", "7").build());
                })
                .build();
        server.enqueue(new mockwebserver3.MockResponse.Builder()
                .code(307)
                .addHeader("Location", server.url("/other").toString())
                .build());
        refusalOf(open(builder().client(client)), CALL);
        assertThat(request().getHeaders().get("X-Trace")).isEqualTo("7");
        assertThat(seen).hasValue(1);
        assertThat(server.getRequestCount()).isOne();
    }
}

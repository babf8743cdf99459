import org.openapitools.client.ApiClient;

/** How the library `okhttp-gson` is told where to call, and with which secret. */
final class Connection {
    static ApiClient open(String url, String header, String value) {
        // The generator's ten seconds are less than we wait for.
        return new ApiClient().setBasePath(url).addDefaultHeader(header, value).setReadTimeout(60_000);
    }
}

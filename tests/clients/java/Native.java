import org.openapitools.client.ApiClient;

/** How the library `native` is told where to call, and with which secret. */
final class Connection {
    static ApiClient open(String url, String header, String value) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header(header, value));
        return client;
    }
}

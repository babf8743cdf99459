import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Map;
import org.openapitools.client.ApiException;

/**
 * Calls with parameters by name. The generated methods take all of them by position, and every version of the contract may
 * add some: so that this program still compiles then, it looks the places up.
 */
final class Calls {
    @SuppressWarnings("unchecked")
    static <T> T call(Object api, String operation, Map<String, Object> given) throws ApiException {
        for (Method method : api.getClass().getMethods()) {
            Parameter[] parameters = method.getParameters();
            boolean plain = Arrays.stream(parameters).noneMatch(parameter -> parameter.getType() == Map.class);
            if (method.getName().equals(operation) && plain) {
                Object[] values = Arrays.stream(parameters).map(parameter -> given.get(parameter.getName())).toArray();
                try {
                    return (T) method.invoke(api, values);
                } catch (InvocationTargetException failed) {
                    if (failed.getCause() instanceof ApiException refusal) {
                        throw refusal;
                    }
                    throw new IllegalStateException(failed);
                } catch (IllegalAccessException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
        throw new IllegalArgumentException(operation);
    }
}

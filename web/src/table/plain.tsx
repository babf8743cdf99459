/** Any view without knowing its game: names and values, nested as the document is. */
export function Plain({ value }: { value: unknown }) {
  if (Array.isArray(value)) return <PlainList values={value as unknown[]} />;
  if (typeof value === "object" && value !== null) {
    return (
      <dl class="plain">
        {Object.entries(value)
          .filter(([, one]) => !isEmpty(one))
          .map(([key, one]) => (
            <div key={key}>
              <dt>{key.replaceAll("_", " ")}</dt>
              <dd>
                <Plain value={one} />
              </dd>
            </div>
          ))}
      </dl>
    );
  }
  return <span>{String(value).replaceAll("_", " ")}</span>;
}

function PlainList({ values }: { values: readonly unknown[] }) {
  if (values.every((one) => typeof one !== "object" || one === null)) {
    return <span>{values.map((one) => (one === null ? "–" : String(one).replaceAll("_", " "))).join(", ")}</span>;
  }
  return (
    <ol class="plain">
      {values.map((one, at) => (
        <li key={at}>
          <Plain value={one} />
        </li>
      ))}
    </ol>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

import { useEffect, useState } from "preact/hooks";

import { tell } from "../settings/words";

/** Says that there is no connection, as long as the browser has none. */
export function Offline() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return (
    <div role="status">{!online && <p class="offline">{tell("offline")}</p>}</div>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";

import { notificationsOffered, startNotifying, stopNotifying } from "../push/subscribing";
import { type Choice, CHOICES, set, settings } from "./settings";
import "./settings.css";
import { tell } from "./words";

/** The button in the frame, and the dialog that it opens. */
export function SettingsButton() {
  const [opened, open] = useState(false);
  return (
    <>
      <button type="button" class="plain" onClick={() => open(true)}>
        {tell("settings")}
      </button>
      {opened && <Settings close={() => open(false)} />}
    </>
  );
}

function Settings({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="settings" ref={dialog} aria-labelledby="settings" onClose={close}>
      <h2 id="settings">{tell("settings")}</h2>
      <form method="dialog">
        {(Object.keys(CHOICES) as Choice[]).map((name) => (
          <Chosen key={name} name={name} />
        ))}
        <Switched name="sounds" />
        {"vibrate" in navigator && <Switched name="vibration" />}
        <Notifying />
        <p>
          <small>{tell("noChat")}</small>
        </p>
        <button type="submit" class="main">
          {tell("close")}
        </button>
      </form>
    </dialog>
  );
}

function Chosen({ name }: { name: Choice }) {
  return (
    <fieldset>
      <legend>{tell(name)}</legend>
      <div class="choices">
        {CHOICES[name].map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={settings.value[name] === value} onChange={() => set({ [name]: value })} />
            {tell(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Switched({ name }: { name: "sounds" | "vibration" }) {
  return (
    <label class="check">
      <input type="checkbox" checked={settings.value[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} />
      {tell(name)}
    </label>
  );
}

/** The switch for notifications, if this server and this browser support them. */
function Notifying() {
  const [offered, setOffered] = useState(false);
  const [denied, setDenied] = useState(false);
  useEffect(() => {
    notificationsOffered().then(setOffered, () => setOffered(false));
  }, []);
  if (!offered) return null;

  async function change(on: boolean): Promise<void> {
    const done = on ? await startNotifying() : await stopNotifying();
    setDenied(on && !done);
  }

  return (
    <div>
      <label class="check">
        <input type="checkbox" checked={settings.value.notify} onChange={(event) => void change(event.currentTarget.checked)} />
        {tell("notify")}
      </label>
      <small>{tell("notifyHow")}</small>
      {denied && <p role="alert">{tell("notifyDenied")}</p>}
    </div>
  );
}

import { dataOf, type RulesetInfo, type RulesetOption } from "@hamlet-games/client";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";

import { sentence, useAnswer } from "../shared/asking";
import { Emblem } from "../shared/emblems";
import { keep, language, name } from "../shared/keep";
import { hamlet } from "../shared/server";
import { nameOf, say, strengthOf, type Vocabulary, type Word } from "../shared/words";
import { isTaught } from "../learn/teaching";
import { guide } from "../learn/guide";
import { firstOrder, guidedOrder, inMode, isForPeople, kindOf, type Mode, modeOf, modesOf, type Order, requestOf, resized, type Sitter } from "./order";

/** The form for a new game. It offers what the server says is possible. */
export function NewGameForm({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const [order, setOrder] = useState<Order | undefined>(rulesets[0] && firstOrder(rulesets[0]));
  const [player, setPlayer] = useState(name.get());
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = order?.ruleset ?? "villagers";
  const path = { ruleset: key as RulesetInfo["key"] };
  const words = useAnswer(() => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}", { params: { path } })), [key, language.value]);
  const vocabulary = words.value?.vocabulary ?? {};
  const { route } = useLocation();
  const info = rulesets.find((one) => one.key === order?.ruleset);
  if (!order || !info) return null;

  async function start(given: Order, guided = false): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    name.set(player.trim());
    try {
      const made = await dataOf(hamlet.api.POST("/v1/games", { body: requestOf(given, player.trim()) }));
      keep(made.id, made.ruleset, made.tokens, made.host_token);
      if (guided) guide(made.id);
      route(`/table/${made.id}`);
    } catch (error) {
      setFailure(sentence(error));
      setBusy(false);
    }
  }

  const offered = info.options.filter((option) => isForPeople(option, order));
  const isBox = (option: RulesetOption) => kindOf(option) === "several";
  const choice = (option: RulesetOption) => (
    <Choice
      key={option.name}
      option={option}
      vocabulary={vocabulary}
      value={order.options[option.name] ?? option.default}
      change={(value) => setOrder({ ...order, options: { ...order.options, [option.name]: value } })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start(order);
      }}
    >
      <Games rulesets={rulesets} chosen={order.ruleset} choose={(one) => setOrder(firstOrder(one))} />
      <div class="learning">
        {isTaught(info.key) && (
          <button type="button" class="learn" disabled={busy} onClick={() => void start(guidedOrder(info), true)}>
            {say("learnIt")}
            <small>{say("learnHow")}</small>
          </button>
        )}
        <a href={`/${isTaught(info.key) ? "learn" : "rules"}/${info.key}`}>{`${say("rules")}: ${info.name}`}</a>
      </div>
      <Modes order={order} info={info} change={setOrder} />
      <Seats order={order} info={info} vocabulary={vocabulary} change={setOrder} />
      {order.sitters.includes("open") && (
        <label class="check">
          <input
            type="checkbox"
            checked={order.public}
            onChange={(event) => setOrder({ ...order, public: event.currentTarget.checked })}
          />
          {say("publicGame")}
        </label>
      )}
      <label>
        {say("yourName")}
        <input value={player} maxLength={40} autocomplete="nickname" onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
      {offered.filter(isBox).map(choice)}
      <details class="options">
        <summary>{say("options")}</summary>
        {offered.filter((option) => !isBox(option)).map(choice)}
      </details>
      {failure && <p role="alert">{failure}</p>}
      <button type="submit" class="main big" disabled={busy}>
        {say("start")}
      </button>
    </form>
  );
}

interface GamesProps {
  readonly rulesets: readonly RulesetInfo[];
  readonly chosen: string;
  readonly choose: (info: RulesetInfo) => void;
}

/** The available games, each with its picture and a summary. */
function Games({ rulesets, chosen, choose }: GamesProps) {
  return (
    <fieldset class="games">
      <legend>{say("game")}</legend>
      {rulesets.map((one) => (
        <label key={one.key} class="pick">
          <input
            type="radio"
            name="ruleset"
            aria-labelledby={`name-${one.key}`}
            aria-describedby={`about-${one.key}`}
            checked={one.key === chosen}
            onChange={() => choose(one)}
          />
          <Emblem ruleset={one.key} name={one.name} />
          <strong id={`name-${one.key}`}>{one.name}</strong>
          <span id={`about-${one.key}`}>
            {one.summary} <small>{seatsOf(one)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Return the possible numbers of players in words: "2–5 players, solo too". */
function seatsOf({ seats }: RulesetInfo): string {
  const several = seats.filter((count) => count > 1);
  const [least, most] = [Math.min(...several), Math.max(...several)];
  const range = several.length === 0 ? [] : [`${least === most ? most : `${least}–${most}`} ${say("playersFrom")}`];
  return [...range, ...(seats.includes(1) ? [say("soloToo")] : [])].join(", ");
}

const MODES: Readonly<Record<Mode, Word>> = { ai: "againstAi", friends: "withFriends", alone: "alone" };

/** Three ways to begin; every seat can be chosen below. */
function Modes({ order, info, change }: Omit<SeatsProps, "vocabulary">) {
  const mode = modeOf(order);
  return (
    <fieldset class="modes">
      <legend>{say("howToPlay")}</legend>
      {modesOf(info).map((one) => (
        <label key={one} class="pick">
          <input type="radio" name="mode" checked={one === mode} onChange={() => change(inMode(order, one, info))} />
          {say(MODES[one])}
        </label>
      ))}
      {mode === "friends" && <small>{say("friendsHow")}</small>}
    </fieldset>
  );
}

interface SeatsProps {
  readonly order: Order;
  readonly info: RulesetInfo;
  readonly vocabulary: Vocabulary;
  readonly change: (order: Order) => void;
}

function Seats({ order, info, vocabulary, change }: SeatsProps) {
  function sit(at: number, sitter: Sitter): void {
    change({ ...order, sitters: order.sitters.map((one, place) => (place === at ? sitter : one)) });
  }
  return (
    <fieldset class="sitting">
      <legend>{say("seats")}</legend>
      <div class="choices">
        {info.seats.map((count) => (
          <label key={count}>
            <input
              type="radio"
              name="seats"
              checked={order.sitters.length === count}
              onChange={() => change(resized(order, count, info))}
            />
            {count}
          </label>
        ))}
      </div>
      {order.sitters.map((sitter, at) => (
        <label key={at} class="row">
          <span>
            {say("seat")} {at + 1}
          </span>
          <select value={sitter} onChange={(event) => sit(at, event.currentTarget.value as Sitter)}>
            <option value="me">{say("you")}</option>
            <option value="open">{say("openSeat")}</option>
            {info.levels.map((level) => (
              <option key={level} value={level}>
                {say("ai")}: {nameOf(vocabulary, "levels", level)}
                {strengthOf(level)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly option: RulesetOption;
  readonly vocabulary: Vocabulary;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
}

/** An option as it is declared: one of several values, some of them, or a number. */
function Choice({ option, vocabulary, value, change }: ChoiceProps) {
  const kind = kindOf(option);
  if (kind === "other") return null;
  if (kind === "several") {
    const chosen = Array.isArray(value) ? (value as unknown[]) : [];
    return (
      <fieldset class="choices">
        <legend>{nameOf(vocabulary, "options", option.name)}</legend>
        {option.values.map((one) => (
          <label key={String(one)}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={(event) =>
                change(event.currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
            {nameOf(vocabulary, option.name, one)}
          </label>
        ))}
        <small>{option.summary}</small>
      </fieldset>
    );
  }
  return (
    <label>
      {nameOf(vocabulary, "options", option.name)}
      {kind === "number" ? (
        <input
          type="number"
          min={option.minimum}
          max={option.maximum}
          value={typeof value === "number" ? value : ""}
          onChange={(event) => change(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
        />
      ) : (
        <select
          value={String(option.values.indexOf(value))}
          onChange={(event) => change(option.values[Number(event.currentTarget.value)])}
        >
          {option.values.map((one, at) => (
            <option key={at} value={String(at)}>
              {one === null ? say("none") : nameOf(vocabulary, option.name, one)}
            </option>
          ))}
        </select>
      )}
      <small>{option.summary}</small>
    </label>
  );
}

/**
 * A game against an AI with the types that openapi-typescript has made, and openapi-fetch.
 *
 * `node play.mjs URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
 */

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./hamlet.d.ts";

declare const process: { argv: string[]; exitCode: number };

type Schemas = components["schemas"];
type Game = Schemas["Game"];

const SEED = "a game for clients";
const HINTS = 2;
const TEXT = "villagers phase=build seats=[() ()]";

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** The answer, which has to be no problem. */
async function good<T>(asked: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await asked;
  check(data !== undefined, JSON.stringify(error));
  return data;
}

class Player {
  moves = 0;
  hints = 0;

  constructor(
    private readonly client: Client<paths>,
    private readonly id: string,
  ) {}

  /** Play to the end, first as the hints say and by moves, then by the first listed move's id. */
  async play(): Promise<Game> {
    const params = { path: { game: this.id } };
    let game: Game = await good(this.client.GET("/v1/games/{game}", { params }));
    await this.beRefused();
    await this.ask();
    while (game.status !== "finished") {
      check(this.told(game).ruleset === game.ruleset, "the view is one of the game's ruleset");
      if (game.viewer === null || !game.to_act.includes(game.viewer)) {
        const query = { after: game.version, wait: 10 };
        game = await good(this.client.GET("/v1/games/{game}", { params: { ...params, query } }));
        continue;
      }
      const move = this.hints < HINTS ? await this.hint() : null;
      const body: Schemas["PlayRequest"] = move === null ? { move_id: await this.firstMove() } : { move };
      const header = { "If-Match": `"${game.version}"` };
      const played = await good(
        this.client.POST("/v1/games/{game}/moves", { params: { ...params, header }, body }),
      );
      check(played.events.length > 0, "a move has events");
      game = played.game;
      this.moves += 1;
    }
    return game;
  }

  /** The view, which the compiler knows by the game's ruleset. */
  private told(game: Game): { ruleset: string } {
    if (game.ruleset === "villagers") {
      check(game.view !== null, "the game has begun");
      check(game.view.stacks.length === 6, "there are six stacks");
      return game.view;
    }
    check(game.view !== null, "the game has begun");
    check(game.view.seats.length === 2, "there are two seats");
    return game.view;
  }

  private async firstMove(): Promise<string> {
    const listed = await good(this.client.GET("/v1/games/{game}/moves", { params: { path: { game: this.id } } }));
    const [first] = listed.moves;
    check(first !== undefined, "who is to act has a move");
    return first.id;
  }

  private async hint(): Promise<Schemas["Move"] | null> {
    const asked = await good(
      this.client.POST("/v1/games/{game}/hint", { params: { path: { game: this.id } }, body: { level: "greedy" } }),
    );
    const params = { path: { decision: asked.id }, query: { wait: 30 } };
    const decision = await good(this.client.GET("/v1/decisions/{decision}", { params }));
    check(decision.status === "done" && decision.candidates.length > 0, "the hint is given");
    this.hints += 1;
    return decision.move;
  }

  /** A position is asked about as a document and as a text. */
  private async ask(): Promise<void> {
    const document: Schemas["Position"] = { ruleset: "villagers", phase: "build", seats: [{}, {}] };
    const bodies: Schemas["PositionMovesRequest"][] = [{ position: document, seat: 0 }, { position: TEXT, seat: 0 }];
    const asked = bodies.map((body) => good(this.client.POST("/v1/positions/moves", { body })));
    const [first, second] = await Promise.all(asked);
    check(!!first?.moves.length && first.moves.length === second?.moves.length, "the moves are the same");
  }

  /** A wrong move is told as a problem. */
  private async beRefused(): Promise<void> {
    const params = { path: { game: this.id } };
    const { error } = await this.client.POST("/v1/games/{game}/moves", { params, body: { move_id: "0-000000000000" } });
    check(error?.status === 409, JSON.stringify(error));
  }
}

async function main(baseUrl: string, ruleset: string, apiKey: string): Promise<void> {
  const creator = createClient<paths>({ baseUrl, headers: { "Hamlet-Api-Key": apiKey } });
  const seats: Schemas["NewSeat"][] = [{ type: "open" }, { type: "ai", level: "greedy", name: "Bertha" }];
  check(ruleset === "villagers" || ruleset === "my_village", `unknown ruleset: ${ruleset}`);
  const created = await good(creator.POST("/v1/games", { body: { ruleset, seats, seed: SEED, public: true } }));
  check(created.status === "waiting", "it waits for a player");
  const path = { game: created.id, seat: 0 };
  const joined = await good(creator.POST("/v1/games/{game}/seats/{seat}", { params: { path }, body: { name: "Ada" } }));
  const token = joined.tokens["0"];
  check(token !== undefined, "there is a token");
  const player = new Player(createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } }), joined.id);
  const { result } = await player.play();
  console.log(JSON.stringify({ moves: player.moves, hints: player.hints, result }));
}

const [url = "", ruleset = "", apiKey = ""] = process.argv.slice(2);
main(url, ruleset, apiKey).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

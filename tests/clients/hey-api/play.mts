/**
 * A game against an AI with the client that @hey-api/openapi-ts has made, and with nothing else.
 *
 * `node play.mjs URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
 */

import { createClient, type Client } from "./client/client/index.js";
import {
  claimSeat,
  createGame,
  createHint,
  getDecision,
  getGame,
  listCards,
  listEvents,
  listMoves,
  playMoves,
  type Game,
  type Move,
  type NewSeat,
  type PlayRequest,
} from "./client/index.js";

declare const process: { argv: string[]; exitCode: number };

const SEED = "a game for clients";
const HINTS = 2;

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

class Player {
  moves = 0;
  hints = 0;
  private readonly path: { game: string };

  constructor(
    private readonly client: Client,
    id: string,
  ) {
    this.path = { game: id };
  }

  /** Play to the end, first as the hints say and by moves, then by the first listed move's id. */
  async play(): Promise<Game> {
    const { client, path } = this;
    let { data: game } = await getGame({ client, path, throwOnError: true });
    await this.beRefused();
    while (game.status !== "finished") {
      this.checkView(game);
      if (game.viewer === null || !game.to_act.includes(game.viewer)) {
        const query = { after: game.version, wait: 10 };
        ({ data: game } = await getGame({ client, path, query, throwOnError: true }));
        continue;
      }
      const move = this.hints < HINTS ? await this.hint() : null;
      const body: PlayRequest = move === null ? { move_id: await this.firstMove() } : { move };
      const headers = { "If-Match": `"${game.version}"` };
      const { data: played } = await playMoves({ client, path, body, headers, throwOnError: true });
      check(!!played && played.events.length > 0, "a move has events");
      game = played.game;
      this.moves += 1;
    }
    const { data: told } = await listEvents({ client, path, query: { after: 0 }, throwOnError: true });
    check(told.version === game.version, "all events are there");
    return game;
  }

  /** The compiler knows the view by the game's ruleset. */
  private checkView(game: Game): void {
    if (game.ruleset === "villagers") check(game.view?.stacks.length === 6, "there are six stacks");
    else check(game.view?.seats.length === 2, "there are two seats");
  }

  private async firstMove(): Promise<string> {
    const { client, path } = this;
    const { data: listed } = await listMoves({ client, path, throwOnError: true });
    const [first] = listed.moves;
    check(first !== undefined, "a seat that is to act has a move");
    return first.id;
  }

  private async hint(): Promise<Move | null> {
    const { client, path } = this;
    const { data: asked } = await createHint({ client, path, body: { level: "greedy" }, throwOnError: true });
    const { data: decision } = await getDecision({
      client,
      path: { decision: asked.id },
      query: { wait: 30 },
      throwOnError: true,
    });
    check(decision.status === "done" && decision.candidates.length > 0, "the hint is given");
    this.hints += 1;
    return decision.move;
  }

  /** A wrong move is answered with a problem. */
  private async beRefused(): Promise<void> {
    const { client, path } = this;
    const { error } = await playMoves({ client, path, body: { move_id: "0-000000000000" } });
    check(error?.status === 409 && error.type === "/problems/conflict", JSON.stringify(error));
  }
}

async function main(baseUrl: string, ruleset: string, apiKey: string): Promise<void> {
  const creator = createClient({ baseUrl, auth: ({ type }) => (type === "apiKey" ? apiKey : undefined) });
  const { data: cards } = await listCards({ client: creator, path: { ruleset }, throwOnError: true });
  check(cards.ruleset === ruleset, "its cards are listed");
  check(ruleset === "villagers" || ruleset === "my_village", `unknown ruleset: ${ruleset}`);
  const seats: NewSeat[] = [{ type: "open" }, { type: "ai", level: "greedy", name: "Bertha" }];
  const body = { ruleset, seats, seed: SEED, public: true };
  const { data: created } = await createGame({ client: creator, body, throwOnError: true });
  check(created.status === "waiting", "it waits for a player");
  const path = { game: created.id, seat: 0 };
  const { data: joined } = await claimSeat({ client: creator, path, body: { name: "Ada" }, throwOnError: true });
  const token = joined.tokens["0"];
  check(token !== undefined, "there is a token");
  const player = new Player(createClient({ baseUrl, auth: ({ type }) => (type === "http" ? token : undefined) }), joined.id);
  const { result } = await player.play();
  console.log(JSON.stringify({ moves: player.moves, hints: player.hints, result }));
}

const [url = "", ruleset = "", apiKey = ""] = process.argv.slice(2);
main(url, ruleset, apiKey).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

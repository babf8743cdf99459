/**
 * A game against an AI with the client that openapi-generator has made (typescript-fetch), and with nothing else.
 *
 * `node play.js URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
 */

import {
  AiLevel,
  Configuration,
  DecisionsApi,
  DecisionStatus,
  type Game,
  GamesApi,
  GameStatus,
  type JoinedGame,
  type Move,
  type NewGame,
  type NewSeat,
  type Position,
  PositionsApi,
  PositionToJSON,
  ResponseError,
  RulesetsApi,
  VillagersPhase,
} from "./client";

declare const process: { argv: string[]; exitCode: number };

const SEED = "a game for clients";
const HINTS = 2;
const TEXT = "villagers phase=build seats=[() ()]";

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

class Player {
  private readonly games: GamesApi;
  private readonly decisions: DecisionsApi;
  private readonly positions: PositionsApi;
  moves = 0;
  hints = 0;

  constructor(basePath: string, accessToken: string) {
    const configuration = new Configuration({ basePath, accessToken });
    this.games = new GamesApi(configuration);
    this.decisions = new DecisionsApi(configuration);
    this.positions = new PositionsApi(configuration);
  }

  /** Play to the end, first as the hints say and by moves, then by the first listed move's id. */
  async play(id: string): Promise<Game> {
    let game = await this.games.getGame({ game: id });
    await this.beRefused(id);
    await this.ask();
    while (game.status !== GameStatus.Finished) {
      check(game.view?.ruleset === game.ruleset, "the view is one of the game's ruleset");
      if (game.viewer === null || !game.toAct.includes(game.viewer)) {
        game = await this.games.getGame({ game: id, after: game.version, wait: 10 });
        continue;
      }
      const move = this.hints < HINTS ? await this.hint(id) : null;
      const playRequest = move === null ? { moveId: await this.firstMove(id) } : { move };
      const played = await this.games.playMoves({ game: id, playRequest, ifMatch: `"${game.version}"` });
      check(!!played && played.events.length > 0, "a move has events");
      game = played.game;
      this.moves += 1;
    }
    const told = await this.games.listEvents({ game: id, after: 0 });
    check(told.version === game.version, "all events are told");
    return game;
  }

  private async firstMove(id: string): Promise<string> {
    const [first] = (await this.games.listMoves({ game: id })).moves;
    check(first !== undefined, "who is to act has a move");
    return first.id;
  }

  private async hint(id: string): Promise<Move | null> {
    const asked = await this.decisions.createHint({ game: id, hintRequest: { level: AiLevel.Greedy } });
    const decision = await this.decisions.getDecision({ decision: asked.id, wait: 30 });
    check(decision.status === DecisionStatus.Done && decision.candidates.length > 0, "the hint is given");
    this.hints += 1;
    return decision.move;
  }

  /** A position is asked about as a document and as a text. */
  private async ask(): Promise<void> {
    const document: Position = { ruleset: "villagers", phase: VillagersPhase.Build, firstPlayer: 1, seats: [{}, {}] };
    const [first, second] = await Promise.all(
      [PositionToJSON(document), `${TEXT} first_player=1`].map((position) =>
        this.positions.listPositionMoves({ positionMovesRequest: { position, seat: 1 } }),
      ),
    );
    check(!!first?.moves.length && first.moves.length === second?.moves.length, "the moves are the same");
  }

  /** A wrong move is told as a problem. */
  private async beRefused(id: string): Promise<void> {
    try {
      await this.games.playMoves({ game: id, playRequest: { moveId: "0-000000000000" } });
    } catch (error) {
      check(error instanceof ResponseError, `refused otherwise: ${error}`);
      const problem = await error.response.json();
      check(problem.type === "/problems/conflict" && problem.status === 409, JSON.stringify(problem));
      return;
    }
    check(false, "a wrong move is refused");
  }
}

/** Create a game of an AI and of an open seat, and claim that one. */
async function join(basePath: string, ruleset: string, apiKey: string): Promise<JoinedGame> {
  const games = new GamesApi(new Configuration({ basePath, apiKey }));
  const seats: NewSeat[] = [{ type: "open" }, { type: "ai", level: AiLevel.Greedy, name: "Bertha" }];
  check(ruleset === "villagers" || ruleset === "my_village", `unknown ruleset: ${ruleset}`);
  const newGame: NewGame = ruleset === "villagers" ? { ruleset, seats, seed: SEED, _public: true } : { ruleset, seats, seed: SEED, _public: true };
  const created = await games.createGame({ newGame });
  check(created.status === GameStatus.Waiting, "it waits for a player");
  const joined = await games.claimSeat({ game: created.id, seat: 0, claim: { name: "Ada" } });
  check(joined.seats[0]?.name === "Ada", "the seat is claimed");
  return joined;
}

async function main(url: string, ruleset: string, apiKey: string): Promise<void> {
  const joined = await join(url, ruleset, apiKey);
  const rulesets = new RulesetsApi(new Configuration({ basePath: url }));
  check((await rulesets.listRulesets()).rulesets.some((info) => info.key === ruleset), "the ruleset is listed");
  check((await rulesets.listCards({ ruleset })).ruleset === ruleset, "its cards are listed");
  const token = joined.tokens["0"];
  check(token !== undefined, "there is a token");
  const player = new Player(url, token);
  const { result } = await player.play(joined.id);
  console.log(JSON.stringify({ moves: player.moves, hints: player.hints, result }));
}

const [url = "", ruleset = "", apiKey = ""] = process.argv.slice(2);
main(url, ruleset, apiKey).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

using System;
using System.Collections.Generic;
using System.Linq;
using Hamlet.Client.Api;
using Hamlet.Client.Client;
using Hamlet.Client.Model;
using Newtonsoft.Json;

/// <summary>
/// A game against an AI with a client that openapi-generator has made, and with nothing else.
/// `Play.exe URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
/// </summary>
public sealed class Play
{
    private const string Seed = "a game for clients";
    private const int Hints = 2;

    private readonly GamesApi games;
    private readonly DecisionsApi decisions;
    private readonly string id;
    private int moves;
    private int hints;

    /// <summary>What games of all rulesets have in common.</summary>
    private sealed class Look
    {
        public GameStatus Status;
        public int Version;
        public int? Viewer;
        public List<int> ToAct;
        public Result Result;

        public static Look Of(Game game)
        {
            if (game.ActualInstance is VillagersGame villagers)
            {
                Check(villagers.View.Stacks.Count == 6, "there are six stacks");
                return new Look { Status = villagers.Status, Version = villagers.VarVersion, Viewer = villagers.Viewer, ToAct = villagers.ToAct, Result = villagers.Result };
            }
            var mine = game.GetMyVillageGame();
            Check(mine.View.Seats.Count == 2, "there are two seats");
            return new Look { Status = mine.Status, Version = mine.VarVersion, Viewer = mine.Viewer, ToAct = mine.ToAct, Result = mine.Result };
        }
    }

    private Play(Configuration configuration, string id)
    {
        this.games = new GamesApi(configuration);
        this.decisions = new DecisionsApi(configuration);
        this.id = id;
    }

    private static void Check(bool holds, string what)
    {
        if (!holds) throw new InvalidOperationException(what);
    }

    private static Configuration Connect(string url, string header, string value)
    {
        var configuration = new Configuration { BasePath = url };
        configuration.DefaultHeaders.Add(header, value);
        return configuration;
    }

    /// <summary>Play to the end, first as the hints say and by moves, then by the first listed move's id.</summary>
    private Look ToTheEnd()
    {
        var game = Look.Of(games.GetGame(id));
        BeRefused();
        while (game.Status != GameStatus.Finished)
        {
            if (game.Viewer == null || !game.ToAct.Contains(game.Viewer.Value))
            {
                game = Look.Of(games.GetGame(id, after: game.Version, wait: 10));
                continue;
            }
            var move = hints < Hints ? Hint() : null;
            var request = move == null ? new PlayRequest(moveId: games.ListMoves(id).Moves[0].Id) : new PlayRequest(move: move);
            var played = games.PlayMoves(id, request, ifMatch: "\"" + game.Version + "\"");
            Check(played.Events.Count > 0, "a move has events");
            game = Look.Of(played.Game);
            moves++;
        }
        Check(games.ListEvents(id, after: 0).VarVersion == game.Version, "all events are told");
        return game;
    }

    private Move Hint()
    {
        var asked = decisions.CreateHint(id, hintRequest: new HintRequest(level: AiLevel.Greedy));
        var decision = decisions.GetDecision(asked.Id, wait: 30);
        Check(decision.Status == DecisionStatus.Done && decision.Candidates.Count > 0, "the hint is given");
        hints++;
        return decision.Move?.ActualInstance == null ? null : Move.FromJson(decision.Move.ToJson());
    }

    /// <summary>A wrong move is told as a problem.</summary>
    private void BeRefused()
    {
        try
        {
            games.PlayMoves(id, new PlayRequest(moveId: "0-000000000000"));
        }
        catch (ApiException refusal)
        {
            Check(refusal.ErrorCode == 409 && refusal.ErrorContent.ToString().Contains("problems/conflict"), refusal.ToString());
            return;
        }
        Check(false, "a wrong move is refused");
    }

    private static NewGame NewGame(string ruleset)
    {
        var seats = new List<NewSeat>
        {
            new NewSeat(new NewOpenSeat(NewOpenSeat.TypeEnum.Open)),
            new NewSeat(new NewAiSeat(type: NewAiSeat.TypeEnum.Ai, level: AiLevel.Greedy, name: "Bertha")),
        };
        return ruleset == "villagers"
            ? new NewGame(new NewVillagersGame(ruleset: NewVillagersGame.RulesetEnum.Villagers, seats: seats, seed: Seed, varPublic: true))
            : new NewGame(new NewMyVillageGame(ruleset: NewMyVillageGame.RulesetEnum.MyVillage, seats: seats, seed: Seed, varPublic: true));
    }

    public static void Main(string[] args)
    {
        // The generator makes enums that may be null plain enums: null leaves them at 0, which is no value.
        JsonConvert.DefaultSettings = () => new JsonSerializerSettings { NullValueHandling = NullValueHandling.Ignore };
        var creator = Connect(args[0], "Hamlet-Api-Key", args[2]);
        Check(new RulesetsApi(creator).ListCards(args[1]).ActualInstance != null, "its cards are listed");
        var games = new GamesApi(creator);
        var created = games.CreateGame(NewGame(args[1]));
        var id = created.ActualInstance is JoinedVillagersGame one ? one.Id : created.GetJoinedMyVillageGame().Id;
        var joined = games.ClaimSeat(id, 0, claim: new Claim("Ada"));
        var tokens = joined.ActualInstance is JoinedVillagersGame other ? other.Tokens : joined.GetJoinedMyVillageGame().Tokens;
        var player = new Play(Connect(args[0], "Authorization", "Bearer " + tokens["0"]), id);
        var result = player.ToTheEnd().Result;
        var scores = result.Scores.Select(score => "{\"seat\": " + score.Seat + ", \"total\": " + score.Total + "}");
        Console.WriteLine("{\"moves\": " + player.moves + ", \"hints\": " + player.hints + ", \"result\": {\"winners\": ["
            + string.Join(", ", result.Winners) + "], \"scores\": [" + string.Join(", ", scores) + "]}}");
    }
}
